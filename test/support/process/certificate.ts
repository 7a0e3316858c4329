import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files of a key and of a certificate for 127.0.0.1 that vouches for itself. */
export interface Certificate {
  readonly key: string
  readonly certificate: string
}

/** Makes one in an existing directory. */
export async function makeCertificate(directory: string): Promise<Certificate> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ])
  return { key, certificate }
}
