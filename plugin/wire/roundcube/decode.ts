import type { ListInput } from '../../actions/list/list.ts'
import { decodeModifiedUtf7, encodeModifiedUtf7 } from '../../../proxy/mail/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import { isOn, optionalMailboxName, pageNumber, sortOrder } from '../fields.ts'
import { nativeDecoders, type Decoders } from '../native/decode.ts'
import { refreshInput, uidsInput } from '../native/decode-list.ts'

/**
 * Roundcube's front end has the parameters of our page, but leaves out what its session remembers (page,
 * order, UIDVALIDITY), fills the gap of an act from the answer, and asks the person about deleting for good.
 */
export const roundcubeDecoders: Decoders = {
  ...nativeDecoders,
  'check-recent': (parameters) => refreshInput(parameters, shownListInput),
  delete: (parameters) => ({
    ...nativeDecoders.delete(parameters),
    forGood: isOn(parameters, '_forever') ? 'always' : 'where-no-trash',
    isPageWanted: true,
  }),
  list: listInput,
  move: (parameters) => ({ ...nativeDecoders.move(parameters), isPageWanted: true }),
  purge(parameters) {
    const input = nativeDecoders.purge(parameters)
    return { ...input, uidValidity: input.uidValidity ?? 'shown', isPageWanted: true }
  },
  refresh: (parameters) => refreshInput(parameters, shownListInput),
  uids: (parameters) => uidsInput(parameters, listInput),
}

/** It names an order only when the reader changes it, and a search by the id that its answer had. */
function listInput(parameters: Parameters): ListInput {
  return {
    mailbox: optionalMailboxName(parameters, '_mbox') ?? 'INBOX',
    page: pageNumber(parameters) ?? 1,
    sort: sortOrder(parameters) ?? 'shown',
    search: requestedSearch(parameters),
    isThreaded: isOn(parameters, '_threads'),
    isListingWanted: true,
  }
}

/** Of what is on show it does not name the page either. */
function shownListInput(parameters: Parameters): ListInput {
  return { ...listInput(parameters), page: pageNumber(parameters) ?? 'shown' }
}

function requestedSearch(parameters: Parameters): ListInput['search'] {
  const searchId = parameters.get('_search') ?? ''
  if (searchId === '') return undefined
  if (!/^[0-9a-f]{32}$/.test(searchId)) throw new Refusal('input_invalid')
  return { kind: 'id', searchId }
}

const MAILBOX_NAMES: ReadonlySet<string> = new Set([
  '_mbox',
  '_target_mbox',
  '_source_mbox',
  '_origin_mbox',
  '_parent',
])

/** The parameters with mailbox names in UTF-8: this front end writes them in modified UTF-7 (RFC 3501 5.1.3). Other text stays as it is. */
export function withDecodedNames<Read extends Pick<Parameters, 'get'>>(parameters: Read): Read {
  return {
    ...parameters,
    get(name: string) {
      const text = parameters.get(name)
      if (text === undefined || !MAILBOX_NAMES.has(name)) return text
      const decoded = decodeModifiedUtf7(text)
      // Only what would be written the same way again is an encoding: no overlong or cut sequences.
      return encodeModifiedUtf7(decoded) === text ? decoded : text
    },
  }
}
