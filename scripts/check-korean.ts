import { styleText } from 'node:util';
import { faultsOfKorean } from './release/korean-documents.ts';

// Part of `npm run lint`: it warns, and holds nothing up. A release refuses the same (scripts/check-release.ts).
for (const fault of faultsOfKorean())
  console.error(styleText('yellow', `warning: ${fault}`, { stream: process.stderr }));
