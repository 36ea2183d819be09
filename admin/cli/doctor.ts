import { styleText } from 'node:util';
import { Command } from 'commander';
import { ExitStatus, Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { describe, labelled } from '../../tools/terminal/layout.ts';
import { isSecureAddress } from '../../workers/core/http/secure-address.ts';
import { checkDeployment } from '../check/doctor.ts';
import type { Finding } from '../check/public-endpoints.ts';
import { AdminApi } from './admin-api.ts';
import { describeUrlSource, urlOption } from './url-option.ts';

interface Options {
  url: string;
  json?: true;
  admin?: true;
  file?: string;
}

/**
 * `plid-admin doctor`: checks a deployment from outside (docs/operate/monitoring.md). Exits with code 1 if it finds a fault.
 */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check a service or gateway from outside without changing anything')
    .addOption(urlOption('Address of the service or gateway'))
    .option('--admin', "Also check a service's applications and carriers, with PLID_ADMIN_TOKEN")
    .option('--file <path>', 'Settings file with the expected workers')
    .option('--json', 'Print JSON')
    .action(async ({ url, json, admin, file }: Options) => {
      const origin = readOrigin(url);
      const findings = await checkDeployment(origin, { admin: admin && new AdminApi(origin), file });
      const faults = findings.filter(({ level }) => level === 'fault').length;
      io().console.log(json ? JSON.stringify({ faults, findings }, null, 2) : report(findings, faults));
      if (faults > 0) throw new ExitStatus(1);
    });
}

const colours = { good: 'green', note: 'yellow', fault: 'red' } as const;

function report(findings: readonly Finding[], faults: number): string {
  const rows = findings.flatMap(({ level, what, advice = [] }) =>
    labelled(styleText(colours[level], level.padEnd(5), { stream: io().stdout }), [what].concat(advice)),
  );
  const end = faults === 0 ? 'No faults found.' : faults === 1 ? '1 fault.' : `${faults} faults.`;
  return [describe(rows), '', end].join('\n');
}

/** @throws {Failure} if the address isn't the URL of a host. */
function readOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHost = url !== undefined && ['/', ''].includes(url.pathname) && url.search === '';
  if (isHost && isSecureAddress(url)) return url.origin;
  throw new Failure(
    `${address} isn't the URL of a host. Use https://… without a path (or http:// on this machine).${describeUrlSource(address)}`,
  );
}
