import type { ActionName, InputOf } from '../../actions/index.ts'
import type { ListInput } from '../../actions/contract/list-input.ts'
import { decodeModifiedUtf7, encodeModifiedUtf7 } from '../../../proxy/mail/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  chosenCharset,
  isOn,
  namedMailbox,
  namedMessage,
  namedMessages,
  oneOf,
  optionalMailboxName,
  optionalUidList,
  pageNumber,
  requiredMailboxName,
  section,
  singleLine,
  sortOrder,
} from './fields.ts'
import { searchQuery } from './search-query.ts'

type Decode<Name extends ActionName> = (parameters: Parameters) => InputOf<Name>

const MAX_STATE_CHARS = 128

/**
 * The parameters of Roundcube's front end, which leaves out what its session remembers (page, order, UIDVALIDITY), fills the
 * gap of an action from the response, and asks the user about deleting permanently. All throw Refusal('input_invalid').
 */
const decoders = {
  'check-recent': refreshInput,
  copy: transferInput,
  delete: (parameters) => ({
    ...namedMessages(parameters),
    isPermanent: isOn(parameters, '_forever') || 'where-no-trash',
    isPageWanted: true,
  }),
  expunge: (parameters) => ({ mailbox: requiredMailboxName(parameters, '_mbox') }),
  get: (parameters) => ({
    ...namedMessage(parameters),
    partId: section(parameters, '_part'),
    isDownload: isOn(parameters, '_download'),
  }),
  getunread: (parameters) => {
    // Part of the request's shape (spec 4); the counts are the same on every page.
    pageNumber(parameters)
    return {}
  },
  'keep-alive': (parameters) => ({ asksMail: isOn(parameters, '_mail') }),
  list: listInput,
  mark: (parameters) => ({
    ...namedMessages(parameters),
    flag: oneOf(parameters, '_flag', [
      'read',
      'unread',
      'flagged',
      'unflagged',
      'delete',
      'undelete',
    ]),
  }),
  move: (parameters) => ({ ...transferInput(parameters), isPageWanted: true }),
  purge: (parameters) => {
    const { mailbox, uidValidity = 'shown' } = namedMailbox(parameters)
    return { mailbox, uidValidity, hasFolders: false, isPageWanted: true }
  },
  refresh: refreshInput,
  search: (parameters) => {
    const query = searchQuery(parameters)
    if (query === undefined) throw new Refusal('input_invalid')
    const mailbox = optionalMailboxName(parameters, '_mbox') ?? 'INBOX'
    return { mailbox, query, sort: sortOrder(parameters) }
  },
  show: (parameters) => ({
    ...namedMessage(parameters),
    isUnrendered: false,
    charset: chosenCharset(parameters),
    isAhead: false,
  }),
  viewsource: (parameters) => ({
    ...namedMessage(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
} as const satisfies { readonly [Name in ActionName]?: Decode<Name> }

/** How its front end says the input of an action; undefined for one that it does not know. */
export function roundcubeDecoder(name: string): ((parameters: Parameters) => unknown) | undefined {
  return isKnown(name) ? decoders[name] : undefined
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

/** It names an order only when the reader changes it, and a search by the id that its response had. */
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
function refreshInput(parameters: Parameters): InputOf<'refresh'> {
  const page = pageNumber(parameters) ?? 'shown'
  return {
    list: isOn(parameters, '_list') ? { ...listInput(parameters), page } : undefined,
    uids: optionalUidList(parameters, '_uids'),
    state: singleLine(parameters, '_state', MAX_STATE_CHARS),
    isCounting: isOn(parameters, '_folderlist'),
    selected: [],
  }
}

function transferInput(parameters: Parameters): InputOf<'move'> {
  return {
    ...namedMessages(parameters),
    target: requiredMailboxName(parameters, '_target_mbox'),
    isPageWanted: false,
  }
}

function requestedSearch(parameters: Parameters): ListInput['search'] {
  const searchId = parameters.get('_search') ?? ''
  if (searchId === '') return undefined
  if (!/^[0-9a-f]{32}$/.test(searchId)) throw new Refusal('input_invalid')
  return { kind: 'id', searchId }
}

const MAILBOX_NAMES: ReadonlySet<string> = new Set(['_mbox', '_target_mbox'])

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
