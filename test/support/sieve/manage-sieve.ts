import type { Teardown } from '../process/temporary-directory.ts'
import { startDovecot } from '../dovecot/dovecot.ts'
import { freePort } from '../process/free-port.ts'

/** A Dovecot whose owners have filters: ManageSieve on a port of its own, and delivery by them. Needs Debian's dovecot-managesieved. */
export async function startSieveDovecot(
  options: { readonly t?: Teardown; readonly users?: number; readonly settings?: string } = {},
) {
  const { sievePort, settings } = await sieveSettings()
  const all = `${settings}\n${options.settings ?? ''}`
  return { dovecot: await startDovecot({ ...options, settings: all }), sievePort }
}

/** The lines of dovecot.conf for it, with the port they name. */
export async function sieveSettings() {
  const sievePort = await freePort()
  const settings = `
protocols = imap sieve
service managesieve-login {
  inet_listener sieve {
    port = ${sievePort}
  }
}
protocol lda {
  mail_plugins = $mail_plugins sieve
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
  sieve_quota_max_scripts = 3
}`
  return { sievePort, settings }
}
