import { isLoopback } from '../../../config/loopback.ts'
import { lacksPassword } from '../../../config/secrets/server-passwords.ts'
import { createDirectory, DIRECTORY_LIMITS } from '../../../contacts/directory/directory.ts'
import { createLdapConnection } from '../../../contacts/directory/ldap-connection.ts'
import { DirectoryUnavailable } from '../../../contacts/directory/unavailable.ts'
import { failed, fine, warning, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** Where contacts come from beside what users write here, as far as it is configured. */
export const checkContacts: Check = async (patient) => [
  ...(await checkCarddav(patient)),
  ...(await checkDirectory(patient)),
]

/** It is asked for a response of any kind, without a password. */
const checkCarddav: Check = async ({ config, timeoutMs }) => {
  const { carddav } = config.contacts
  if (carddav === null) return []
  const { origin, protocol, hostname } = new URL(carddav.url.replace(/%[und]/g, 'x'))
  const clear: readonly Finding[] =
    protocol === 'https:' || isLoopback(hostname)
      ? []
      : [
          warning(
            'contacts.carddav-clear',
            `passwords of mailboxes go to ${origin} without encryption`,
            'name it with https:// in contacts.carddav.url',
          ),
        ]
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status, body } = await fetch(origin, { method: 'OPTIONS', signal, redirect: 'manual' })
    await body?.cancel()
    if (status < 500) return [fine('contacts.carddav-answers', `${origin} answers`), ...clear]
    const advice = 'look into the log of that server'
    return [failed('contacts.carddav-fails', `${origin} answers HTTP ${status}`, advice), ...clear]
  } catch (error) {
    const server = {
      ...{ id: 'contacts.carddav-unreachable', server: 'the CardDAV server', place: origin },
      ...{ section: 'contacts', setting: 'contacts.carddav.url' },
      loss: 'contacts are shown as they were last, and cannot be changed',
    }
    return [unreachable(server, error instanceof Error ? (error.cause ?? error) : error), ...clear]
  }
}

/** It is requested anyone, as whom Postern asks it. */
const checkDirectory: Check = async ({ config, timeoutMs, now }) => {
  const { ldap } = config.contacts
  if (ldap === null) return []
  const server = {
    ...DIRECTORY_LIMITS,
    ...ldap,
    timeoutMs: Math.min(DIRECTORY_LIMITS.timeoutMs, timeoutMs),
  }
  const { hostname, protocol } = new URL(ldap.url)
  const isClear = protocol === 'ldap:' && !ldap.startTls && !isLoopback(hostname)
  const clear: readonly Finding[] = isClear
    ? [
        warning(
          'contacts.ldap-clear',
          `the password of the directory and whom people look for go to ${ldap.url} without encryption`,
          'set contacts.ldap.startTls, or name it with ldaps:// in contacts.ldap.url',
        ),
      ]
    : []
  if (lacksPassword(ldap)) {
    const advice =
      'put it into ldap-password.secret beside the keys; Postern does not start without'
    return [failed('contacts.ldap-password', 'contacts.ldap.bindDn has no password', advice)]
  }
  const log = { warn: () => undefined }
  const open = () => createLdapConnection(server)
  const directory = createDirectory({ ...server, entries: 1, open, log, now })
  try {
    const { people: contacts } = await directory.search('')
    return [contacts.length > 0 ? anyContact(ldap.url) : nobody(ldap), ...clear]
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error
    return [directoryFailed(ldap.url, error), ...clear]
  } finally {
    directory.close()
  }
}

function anyContact(url: string): Finding {
  return fine('contacts.ldap-answers', `the directory at ${url} answers`)
}

function nobody({ url, baseDn }: { readonly url: string; readonly baseDn: string }): Finding {
  return warning(
    'contacts.ldap-empty',
    `the directory at ${url} shows nobody below ${baseDn}`,
    'check contacts.ldap.filter, attributes and baseDn, and what bindDn may read',
  )
}

function directoryFailed(url: string, { code, message }: DirectoryUnavailable): Finding {
  const advice =
    code === 'refused'
      ? 'check contacts.ldap.bindDn and its password'
      : code === 'not_secure'
        ? 'let its certificate name its host and be signed by who is trusted here (NODE_EXTRA_CA_CERTS)'
        : 'check that it runs, and contacts.ldap.url'
  const loss = 'nobody of it is found meanwhile; own contacts are'
  return failed('contacts.ldap-fails', `the directory at ${url}: ${message}`, `${advice}; ${loss}`)
}
