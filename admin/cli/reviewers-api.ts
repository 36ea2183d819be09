import * as v from 'valibot';

/** A reviewer as the operator's API returns it. */
const reviewer = v.object({
  id: v.string(),
  /** 11 digits. */
  phoneNo: v.string(),
  plid: v.string(),
  /** Times are in seconds since 1970. */
  created: v.number(),
  ends: v.number(),
  last: v.exactOptional(v.number()),
  sealed: v.string(),
});
export type Reviewer = v.InferOutput<typeof reviewer>;
/** A new reviewer, with its code. */
export const addedReviewer = v.object({ ...reviewer.entries, code: v.string() });
export type AddedReviewer = v.InferOutput<typeof addedReviewer>;
export const listedReviewers = v.object({ reviewers: v.array(reviewer) });
