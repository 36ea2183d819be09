import { styleText } from 'node:util';
import { faultsOfImports } from './imports.ts';
import { faultsOfKorean } from './korean-documents.ts';
import { faultsOfShell } from './portable-shell.ts';
import { faultsOfTables } from './tables.ts';
import { faultsOfVerification } from './verification.ts';
import { faultsOfWorkflows } from './workflows.ts';

// Part of `npm run lint`: the import order of the rings, and documents, scripts, and workflows that no compiler reads.
const faults = [
  ...faultsOfImports(),
  ...faultsOfShell(),
  ...faultsOfTables(),
  ...faultsOfVerification(),
  ...faultsOfWorkflows(),
];
for (const fault of faults) console.error(styleText('red', fault, { stream: process.stderr }));
if (faults.length > 0) process.exitCode = 1;

// The Korean documents only cause a warning here. A release requires them (tools/checks/release.ts).
for (const fault of faultsOfKorean())
  console.error(styleText('yellow', `warning: ${fault}`, { stream: process.stderr }));
