import type { Command } from 'commander';

/** Example command lines, by command. */
const examples: Record<string, readonly string[]> = {
  '': [
    'deploy service --dry-run',
    'applications list',
    'doctor --url https://login.example.com --admin',
    'people show 010-1234-5678 --url https://login.example.com --reason "ticket 4711"',
    'keys status service',
  ],
  deploy: [
    'deploy service --dry-run',
    'deploy gateway --file plid.staging.toml',
    'deploy service --emit workers',
  ],
  rollback: ['rollback service --dry-run', 'rollback service'],
  remove: ['remove gateway --dry-run', 'remove gateway --file plid.staging.toml'],
  applications: ['applications list', 'applications show demoshop000000000001'],
  'applications list': ['applications list', 'applications list --json'],
  'applications create': [
    'applications create --name "Demo Shop" --redirect-uri https://shop.example.com/auth/callback \\\n' +
      '    --recipient "Demo Shop Inc." --purpose "회원 확인" --retention "회원 탈퇴 시까지" \\\n' +
      '    --privacy-url https://shop.example.com/privacy --attributes ci,name',
    'applications create --for keycloak --at https://sso.example.com/realms/main --name "Demo Shop"',
  ],
  'applications show': ['applications show demoshop000000000001'],
  'applications terms': ['applications terms demoshop000000000001'],
  'applications history': ['applications history demoshop000000000001'],
  'applications update': [
    'applications update demoshop000000000001 --pkce required',
    'applications update demoshop000000000001 --no-popup --if-version 3',
  ],
  'applications rotate': ['applications rotate demoshop000000000001'],
  'applications retire': ['applications retire demoshop000000000001 k7Q2mPzX'],
  'applications delete': ['applications delete demoshop000000000001 --yes'],
  'applications export': ['applications export > applications.json'],
  'applications import': ['applications import applications.json', 'applications import - --replace'],
  'applications reseal': ['applications reseal'],
  reviewers: ['reviewers add demoshop000000000001', 'reviewers list demoshop000000000001'],
  'reviewers list': ['reviewers list demoshop000000000001 --json'],
  'reviewers add': ['reviewers add demoshop000000000001 --until 2027-01-31'],
  'reviewers remove': ['reviewers remove demoshop000000000001 8f0d5a2c-1f0e-4d5a-9a53-5a1f0c0b7e11'],
  'relying-parties': ['relying-parties create --for keycloak --at https://sso.example.com/realms/main'],
  'relying-parties create': [
    'relying-parties create --for keycloak --at https://sso.example.com/realms/main',
    'relying-parties create --id books --redirect-uri https://books.example.com/callback',
  ],
  keys: ['keys status service', 'keys rotate service --secret ADMIN_TOKEN'],
  'keys rotate': ['keys rotate service', 'keys rotate service --secret ADMIN_TOKEN --name lee'],
  'keys status': ['keys status service'],
  'keys proxy': ['keys proxy --file plid.staging.toml'],
  secrets: ['secrets new service'],
  'secrets next': [
    'secrets next service --secret KEYS',
    'secrets next service --secret ADMIN_TOKEN --name lee',
  ],
  'secrets new': ['secrets new service', 'secrets new gateway --file plid.staging.toml'],
  people: ['people show 010-1234-5678 --url https://login.example.com --reason "ticket 4711"'],
  'people show': [
    'people show 010-1234-5678 --url https://login.example.com --reason "ticket 4711"',
    'people show 010-1234-5678 --url https://shop.example.com --gateway --reason "ticket 4711"',
  ],
  'people erase': ['people erase 010-1234-5678 --url https://login.example.com --reason "ticket 4711" --yes'],
  'people end-passkeys': [
    'people end-passkeys 010-1234-5678 --url https://login.example.com --reason "ticket 4711" --yes',
  ],
  privacy: ['privacy register service --applications > register.md'],
  'privacy register': [
    'privacy register service --applications > register.md',
    'privacy register gateway --language en --json',
  ],
  'people affected': [
    'people affected --application demoshop000000000001 --since 2026-11-20 --until 2026-11-22 \\\n' +
      '    --url https://login.example.com --reason "incident 12" > affected.csv',
    'people affected --application demoshop000000000001 --url https://login.example.com --reason "incident 12" --json',
  ],
  audit: ['audit summary --url https://login.example.com --since 2026-11-01 --until 2026-11-30'],
  'audit list': ['audit list --url https://shop.example.com --gateway --since 2026-11-01'],
  'audit export': ['audit export --url https://login.example.com > records.jsonl'],
  'audit summary': [
    'audit summary --url https://login.example.com --since 2026-11-01 --until 2026-11-30 --json',
  ],
  'audit verify': ['audit verify --url https://login.example.com --against records.jsonl'],
  events: ['events list demoshop000000000001', 'events resend demoshop000000000001'],
  'events list': ['events list demoshop000000000001 --json'],
  'events resend': ['events resend demoshop000000000001'],
  doctor: ['doctor --url https://shop.example.com', 'doctor --url https://login.example.com --admin'],
  smoke: [
    'smoke https://shop.example.com',
    'smoke https://shop.example.com --session --deploy "npm run deploy --prefix ../shop" --json > report.json',
  ],
  logs: [
    'logs 7K3M-Q2XA lines.json',
    'wrangler tail plid-service-authorize --format json | npx plid-admin logs 7K3M-Q2XA',
  ],
  source: ['source service-token 1:20394'],
  sample: ['sample express'],
};

const exitStatus =
  'Exit status: 0 for success, 1 for a failure, 2 for invalid arguments (nothing was started).';

/** Adds examples and the exit status to the help of a program and of all its commands. */
export function addHelpTexts(command: Command, path = ''): Command {
  const lines = examples[path];
  if (lines !== undefined) {
    const shown = lines.map((line) =>
      line.startsWith('wrangler') ? `  ${line}` : `  npx plid-admin ${line}`,
    );
    command.helpOption('-h, --help', 'Print this help');
    command.addHelpText('after', `\nExamples:\n${shown.join('\n')}\n\n${exitStatus}`);
  }
  for (const part of command.commands) addHelpTexts(part, `${path} ${part.name()}`.trim());
  return command;
}
