import { connectionCause } from '../../metrics/connection-cause.ts'
import { failed, wordsOf, type Finding } from '../../findings/finding.ts'

/** A server that was asked, as its finding names it. */
interface QueriedServer {
  /** Of the finding, e.g. `imap.unreachable`. */
  readonly id: string
  /** In words, e.g. `the mail server`. */
  readonly server: string
  /** Where it is, without any secret. */
  readonly place: string
  /** The settings that say where it is, where they are not host, port and tls of `section`. */
  readonly setting?: string
  /** The section of the configuration it belongs to. */
  readonly section: string
  /** What is lost meanwhile. */
  readonly loss?: string
}

/** Why a server could not be reached, in words with what to do; in its own words where nothing better is known. */
export function unreachable(target: QueriedServer, error: unknown): Finding {
  const { id, server, place: address, section, setting, loss } = target
  const known = connectionCause(error, { server: `${server} at ${address}`, section })
  const cause = known ?? {
    what: `${server} at ${address} cannot be used: ${wordsOf(error)}`,
    advice: 'check that it runs, and its settings',
    setting: `${section}.host, ${section}.port, ${section}.tls`,
  }
  const settings = setting ?? cause.setting ?? section
  return failed(id, cause.what, [`${cause.advice} (${settings})`, loss].filter(Boolean).join('; '))
}
