declare module 'textlint-rule-prh';
declare module 'textlint-rule-sentence-length';
