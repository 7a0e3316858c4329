import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files of a key and of a certificate that vouches for itself. */
export interface Certificate {
  readonly key: string
  readonly certificate: string
}

/** Makes one in an existing directory, for 127.0.0.1 where no other name is given. */
export async function makeCertificate(
  directory: string,
  name = 'IP:127.0.0.1',
): Promise<Certificate> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', `subjectAltName=${name}`, '-keyout', key, '-out', certificate],
  ])
  return { key, certificate }
}
