import { isLoopback } from '../../config/loopback.ts'
import { failed, fine, warning, type Check, type Finding } from './finding.ts'
import { unreachable } from './unreachable.ts'

/** The CardDAV server of the contacts, where one is configured. It is asked for an answer of any kind, without a password. */
export const checkContacts: Check = async ({ config, timeoutMs }) => {
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
    const asked = {
      ...{ id: 'contacts.carddav-unreachable', server: 'the CardDAV server', place: origin },
      ...{ section: 'contacts', setting: 'contacts.carddav.url' },
      loss: 'contacts are shown as they were last, and can not be changed',
    }
    return [unreachable(asked, error instanceof Error ? (error.cause ?? error) : error), ...clear]
  }
}
