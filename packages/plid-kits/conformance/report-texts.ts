/** Texts of a report. */
export const reportTexts = {
  against: 'the specification',
  headings: {
    '1': '§1 Addresses',
    '2.1': '§2.1 User record',
    '2.2': '§2.2 Encrypted fields',
    '2.3': '§2.3 Token response',
    '2.4': '§2.4 Envelope',
    '4.1': '§4.1 Authorization request',
    '4.2': '§4.2 Token',
    '4.3': '§4.3 User',
    '4.4': '§4.4 Disconnect',
    '5': '§5 Authentication',
    '7': '§7 Errors',
    'Config OP': 'OpenID Connect, Config OP',
    'Basic OP': 'OpenID Connect, Basic OP',
    'Form Post OP': 'OpenID Connect, Form Post OP',
    'RP-Initiated Logout OP': 'OpenID Connect, RP-Initiated Logout OP',
  },
} as const;
