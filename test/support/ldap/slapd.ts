import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../process/free-port.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'
import { makeCertificate } from '../process/certificate.ts'

/** A private OpenLDAP whose users are those of an LDIF. */
export interface SlapdServer {
  readonly port: number
  readonly baseDn: string
  /** May read; no one else may. */
  readonly bindDn: string
  readonly password: string
  /** Connections that it has accepted. */
  connections(): number
  pause(): void
  resume(): void
  stop(): Promise<void>
}

const BASE_DN = 'dc=example,dc=test'
const BIND_DN = `cn=reader,${BASE_DN}`
const PASSWORD = 'reader-Pass.1'

/** Debian's slapd with a self-signed certificate, for StartTLS; `users` are LDIF entries below `ou=people`. */
export async function startSlapd(users: readonly string[]): Promise<SlapdServer> {
  const directory = await makeDirectory('slapd')
  const port = await freePort()
  const [config, data, ldif] = ['slapd.conf', 'data', 'people.ldif'].map((name) =>
    join(directory, name),
  )
  if (config === undefined || data === undefined || ldif === undefined) throw new Error('no paths')
  await mkdir(data)
  const { key, certificate } = await makeCertificate(directory)
  const schemas = ['core', 'cosine', 'inetorgperson']
  await writeFile(
    config,
    [
      ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
      ...['modulepath /usr/lib/ldap', 'moduleload back_mdb'],
      ...[`TLSCertificateFile ${certificate}`, `TLSCertificateKeyFile ${key}`],
      ...['database mdb', `suffix "${BASE_DN}"`, `directory ${data}`, 'maxsize 16777216'],
      ...[
        `rootdn "${BIND_DN}"`,
        `rootpw ${PASSWORD}`,
        'access to * by anonymous auth by * none',
        '',
      ],
    ].join('\n'),
  )
  const tops = [
    `dn: ${BASE_DN}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example`,
    `dn: ou=people,${BASE_DN}\nobjectClass: organizationalUnit\nou: people`,
  ]
  await writeFile(ldif, `${[...tops, ...users].join('\n\n')}\n`)
  await promisify(execFile)('/usr/sbin/slapadd', ['-f', config, '-l', ldif])
  const server = await startServerProcess({
    command: '/usr/sbin/slapd',
    // It stays in the foreground, and tells connections.
    args: ['-d', '256', '-h', `ldap://127.0.0.1:${port}/`, '-f', config],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  return {
    port,
    baseDn: `ou=people,${BASE_DN}`,
    bindDn: BIND_DN,
    password: PASSWORD,
    connections: () => server.output.text().match(/ BIND dn="[^"]+" method=128$/gm)?.length ?? 0,
    pause: () => server.pause(),
    resume: () => server.resume(),
    stop: async () => {
      await server.stop()
      await removeDirectory(directory)
    },
  }
}

/** An inetOrgPerson as LDIF; values beyond ASCII are encoded (RFC 2849). */
export function ldifContact(
  uid: string,
  attributes: Readonly<Record<string, string | readonly string[]>>,
): string {
  const lines = Object.entries(attributes).flatMap(([name, value]) =>
    [value].flat().map((text) => `${name}:: ${Buffer.from(text).toString('base64')}`),
  )
  const head = [`dn: uid=${uid},ou=people,${BASE_DN}`, 'objectClass: inetOrgPerson', `uid: ${uid}`]
  return [...head, ...lines].join('\n')
}
