/**
 * Errors of the simulated Barocert API. The vendor returns a negative `code` and a `message` with a status other than
 * 200. Its table of codes for PASS isn't public, so these codes and statuses are invented. An adapter must not depend
 * on a code.
 */
const table = {
  unknown_account: { status: 401, code: -11_000_001, message: '등록되지 않은 링크아이디입니다.' },
  wrong_time: { status: 401, code: -11_000_002, message: '요청 시각이 허용 범위를 벗어났습니다.' },
  wrong_signature: { status: 401, code: -11_000_003, message: '서명이 일치하지 않습니다.' },
  invalid_token: { status: 401, code: -11_000_004, message: '토큰이 올바르지 않습니다.' },
  expired_token: { status: 401, code: -11_000_005, message: '토큰의 유효 시간이 지났습니다.' },
  unknown_client: { status: 400, code: -11_000_010, message: '등록되지 않은 이용기관코드입니다.' },
  invalid_body: { status: 400, code: -11_000_011, message: '요청 본문이 올바르지 않습니다.' },
  missing_field: { status: 400, code: -11_000_012, message: '필수 항목이 없습니다.' },
  invalid_field: { status: 400, code: -11_000_013, message: '항목의 값이 올바르지 않습니다.' },
  undecryptable_field: { status: 400, code: -11_000_014, message: '항목을 복호화하지 못했습니다.' },
  mismatch: { status: 400, code: -11_000_020, message: '이름과 휴대폰 번호가 일치하지 않습니다.' },
  no_app: { status: 400, code: -11_000_021, message: 'PASS 앱에 가입하지 않은 이용자입니다.' },
  too_many_requests: {
    status: 400,
    code: -11_000_022,
    message: '요청이 너무 많습니다. 잠시 뒤에 다시 시도해 주세요.',
  },
  carrier_failed: { status: 500, code: -11_000_023, message: '통신사가 응답하지 않습니다.' },
  unknown_receipt: { status: 400, code: -11_000_030, message: '접수아이디를 찾을 수 없습니다.' },
  not_completed: { status: 400, code: -11_000_031, message: '완료되지 않은 요청입니다.' },
  day_over: { status: 400, code: -11_000_032, message: '요청 당일에만 조회할 수 있습니다.' },
  already_verified: { status: 400, code: -11_000_033, message: '이미 검증한 요청입니다.' },
} as const;
export type BarocertErrorName = keyof typeof table;

/** What an error means for a sign-in, if it doesn't mean that the call has failed. */
const meanings = {
  mismatch: 'unconfirmed',
  no_app: 'unregistered',
  too_many_requests: 'declined',
  day_over: 'expired',
  already_verified: 'expired',
} as const satisfies Partial<Record<BarocertErrorName, string>>;

/** The meanings of the codes as an adapter's setting, such as `-1001=unconfirmed,-1002=unregistered`. */
export const codesSetting: string = Object.entries(meanings)
  .map(([name, meaning]) => `${table[name as keyof typeof meanings].code}=${meaning}`)
  .join();

/** An error that the vendor's API returns. */
export class BarocertError extends Error {
  readonly status: number;
  readonly code: number;

  /** @param field the invalid field, which the message names. */
  constructor(name: BarocertErrorName, field?: string) {
    const { status, code, message } = table[name];
    super(field === undefined ? message : `${message} (${field})`);
    this.status = status;
    this.code = code;
  }

  get response(): Response {
    const { status, code, message } = this;
    return Response.json({ code, message }, { status });
  }
}
