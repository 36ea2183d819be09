import { generate } from 'selfsigned';

interface Certificate {
  key: string;
  cert: string;
}

/** Certificate authority of one test file. */
export interface TestAuthority {
  /** In PEM. Only what trusts it accepts its certificates. */
  cert: string;
  /** A certificate for one host name. */
  issue(host: string): Promise<Certificate>;
}

export async function createTestAuthority(): Promise<TestAuthority> {
  const extensions = [
    { name: 'basicConstraints' as const, cA: true, critical: true },
    { name: 'keyUsage' as const, keyCertSign: true, cRLSign: true, critical: true },
  ];
  const { private: key, cert } = await generate(commonName('plid test authority'), { ...strong, extensions });
  return { cert, issue: (host) => createCertificate(host, { key, cert }) };
}

/** A self-signed certificate for one host name. */
export const selfSigned = (host: string): Promise<Certificate> => createCertificate(host);

const strong = { keySize: 2048, algorithm: 'sha256' };
const commonName = (value: string) => [{ name: 'commonName', value }];

async function createCertificate(host: string, ca?: Certificate): Promise<Certificate> {
  const extensions = [
    { name: 'basicConstraints' as const, cA: false },
    { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: host }] },
  ];
  const options = { ...strong, extensions, ...(ca && { ca }) };
  const { private: key, cert } = await generate(commonName(host), options);
  return { key, cert };
}
