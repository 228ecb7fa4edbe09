import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes a certificate for localhost that no browser trusts, and its key, into a folder; needs openssl. */
export function writeCertificate(folder: string): { readonly file: string; readonly keyFile: string } {
  const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  execFileSync('openssl', ['req', '-x509', '-days', '30', ...key, '-out', file, ...subject], { stdio: 'pipe' });
  return { file, keyFile };
}
