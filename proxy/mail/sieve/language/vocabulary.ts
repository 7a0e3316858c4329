import type { CommandNode, TestNode } from './syntax.ts'

/** What an argument may be: `strings` is a list or one string alone (RFC 5228 2.4.2.1). */
export type ValueType = 'string' | 'strings' | 'number'

export interface TagShape {
  /** The tag may only be used where a `require` names it. */
  readonly extension?: string
  /** What stands behind the tag. */
  readonly value?: ValueType
  /** Of the tags of a group only one may stand. */
  readonly group?: string
}

/** What a command or test looks like (RFC 5228 2.6 and the extensions' own documents). */
export interface Shape {
  readonly extension?: string
  readonly tags: Readonly<Record<string, TagShape>>
  readonly positional: readonly ValueType[]
  /** How many positional arguments at the beginning, or at the end, may be left out. */
  readonly optional?: { readonly from: 'start' | 'end'; readonly count: number }
  readonly tests?: 'one' | 'list'
  readonly hasBlock?: boolean
}

const NO_TAGS: Shape['tags'] = {}

const MATCH: Shape['tags'] = {
  is: { group: 'match' },
  contains: { group: 'match' },
  matches: { group: 'match' },
  regex: { group: 'match', extension: 'regex' },
  count: { group: 'match', extension: 'relational', value: 'string' },
  value: { group: 'match', extension: 'relational', value: 'string' },
  list: { group: 'match', extension: 'extlists' },
  comparator: { value: 'string' },
}

const ADDRESS_PART: Shape['tags'] = {
  all: { group: 'address part' },
  localpart: { group: 'address part' },
  domain: { group: 'address part' },
  user: { group: 'address part', extension: 'subaddress' },
  detail: { group: 'address part', extension: 'subaddress' },
}

const INDEX: Shape['tags'] = {
  index: { extension: 'index', value: 'number' },
  last: { extension: 'index' },
}

/** RFC 5703 4. */
const MIME: Shape['tags'] = {
  mime: { extension: 'mime' },
  anychild: { extension: 'mime' },
}

const MIME_PART: Shape['tags'] = {
  ...MIME,
  type: { group: 'mime part', extension: 'mime' },
  subtype: { group: 'mime part', extension: 'mime' },
  contenttype: { group: 'mime part', extension: 'mime' },
  param: { group: 'mime part', extension: 'mime', value: 'strings' },
}

const ZONE: Shape['tags'] = { zone: { group: 'zone', value: 'string' } }
const FLAGS: Shape['tags'] = { flags: { extension: 'imap4flags', value: 'strings' } }
const COPY: Shape['tags'] = { copy: { extension: 'copy' } }

const flagCommand: Shape = {
  extension: 'imap4flags',
  tags: NO_TAGS,
  positional: ['string', 'strings'],
  optional: { from: 'start', count: 1 },
}

/** Tests by name. */
export const TESTS: ReadonlyMap<string, Shape> = new Map<string, Shape>(
  Object.entries({
    true: { tags: NO_TAGS, positional: [] },
    false: { tags: NO_TAGS, positional: [] },
    not: { tags: NO_TAGS, positional: [], tests: 'one' },
    allof: { tags: NO_TAGS, positional: [], tests: 'list' },
    anyof: { tags: NO_TAGS, positional: [], tests: 'list' },
    exists: { tags: MIME, positional: ['strings'] },
    size: { tags: { over: { group: 'size' }, under: { group: 'size' } }, positional: ['number'] },
    header: { tags: { ...MATCH, ...INDEX, ...MIME_PART }, positional: ['strings', 'strings'] },
    address: {
      tags: { ...MATCH, ...ADDRESS_PART, ...INDEX, ...MIME },
      positional: ['strings', 'strings'],
    },
    envelope: {
      extension: 'envelope',
      tags: { ...MATCH, ...ADDRESS_PART },
      positional: ['strings', 'strings'],
    },
    body: {
      extension: 'body',
      tags: {
        ...MATCH,
        raw: { group: 'transform' },
        text: { group: 'transform' },
        content: { group: 'transform', value: 'strings' },
      },
      positional: ['strings'],
    },
    date: {
      extension: 'date',
      tags: { ...MATCH, ...INDEX, ...ZONE, originalzone: { group: 'zone' } },
      positional: ['string', 'string', 'strings'],
    },
    currentdate: {
      extension: 'date',
      tags: { ...MATCH, ...ZONE },
      positional: ['string', 'strings'],
    },
    hasflag: {
      extension: 'imap4flags',
      tags: MATCH,
      positional: ['strings', 'strings'],
      optional: { from: 'start', count: 1 },
    },
    string: { extension: 'variables', tags: MATCH, positional: ['strings', 'strings'] },
    environment: { extension: 'environment', tags: MATCH, positional: ['string', 'strings'] },
    spamtest: {
      extension: 'spamtest',
      tags: { ...MATCH, percent: { extension: 'spamtestplus' } },
      positional: ['string'],
    },
    virustest: { extension: 'virustest', tags: MATCH, positional: ['string'] },
    mailboxexists: { extension: 'mailbox', tags: NO_TAGS, positional: ['strings'] },
    specialuse_exists: {
      extension: 'special-use',
      tags: NO_TAGS,
      positional: ['string', 'strings'],
      optional: { from: 'start', count: 1 },
    },
    metadata: {
      extension: 'mboxmetadata',
      tags: MATCH,
      positional: ['string', 'string', 'strings'],
    },
    metadataexists: {
      extension: 'mboxmetadata',
      tags: NO_TAGS,
      positional: ['string', 'strings'],
    },
    servermetadata: { extension: 'servermetadata', tags: MATCH, positional: ['string', 'strings'] },
    servermetadataexists: {
      extension: 'servermetadata',
      tags: NO_TAGS,
      positional: ['strings'],
    },
    duplicate: {
      extension: 'duplicate',
      tags: {
        header: { group: 'id', value: 'string' },
        uniqueid: { group: 'id', value: 'string' },
        handle: { value: 'string' },
        seconds: { value: 'number' },
        last: {},
      },
      positional: [],
    },
    ihave: { extension: 'ihave', tags: NO_TAGS, positional: ['strings'] },
    valid_notify_method: { extension: 'enotify', tags: NO_TAGS, positional: ['strings'] },
    notify_method_capability: {
      extension: 'enotify',
      tags: MATCH,
      positional: ['string', 'string', 'strings'],
    },
    valid_ext_list: { extension: 'extlists', tags: NO_TAGS, positional: ['strings'] },
  }),
)

/** Commands by name. */
export const COMMANDS: ReadonlyMap<string, Shape> = new Map<string, Shape>(
  Object.entries({
    require: { tags: NO_TAGS, positional: ['strings'] },
    if: { tags: NO_TAGS, positional: [], tests: 'one', hasBlock: true },
    elsif: { tags: NO_TAGS, positional: [], tests: 'one', hasBlock: true },
    else: { tags: NO_TAGS, positional: [], hasBlock: true },
    stop: { tags: NO_TAGS, positional: [] },
    keep: { tags: FLAGS, positional: [] },
    discard: { tags: NO_TAGS, positional: [] },
    redirect: { tags: COPY, positional: ['string'] },
    fileinto: {
      extension: 'fileinto',
      tags: {
        ...COPY,
        ...FLAGS,
        create: { extension: 'mailbox' },
        specialuse: { extension: 'special-use', value: 'string' },
      },
      positional: ['string'],
    },
    reject: { extension: 'reject', tags: NO_TAGS, positional: ['string'] },
    ereject: { extension: 'ereject', tags: NO_TAGS, positional: ['string'] },
    vacation: {
      extension: 'vacation',
      tags: {
        days: { group: 'period', value: 'number' },
        seconds: { group: 'period', extension: 'vacation-seconds', value: 'number' },
        subject: { value: 'string' },
        from: { value: 'string' },
        addresses: { value: 'strings' },
        mime: {},
        handle: { value: 'string' },
        fcc: { extension: 'fcc', value: 'string' },
      },
      positional: ['string'],
    },
    setflag: flagCommand,
    addflag: flagCommand,
    removeflag: flagCommand,
    set: {
      extension: 'variables',
      tags: {
        lower: { group: 'case' },
        upper: { group: 'case' },
        lowerfirst: { group: 'first letter' },
        upperfirst: { group: 'first letter' },
        quotewildcard: { group: 'quote' },
        quoteregex: { group: 'quote', extension: 'regex' },
        encodeurl: { group: 'url', extension: 'enotify' },
        length: {},
      },
      positional: ['string', 'string'],
    },
    addheader: { extension: 'editheader', tags: { last: {} }, positional: ['string', 'string'] },
    deleteheader: {
      extension: 'editheader',
      tags: { ...MATCH, index: { value: 'number' }, last: {} },
      positional: ['string', 'strings'],
      optional: { from: 'end', count: 1 },
    },
    include: {
      extension: 'include',
      tags: {
        personal: { group: 'location' },
        global: { group: 'location' },
        once: {},
        optional: {},
      },
      positional: ['string'],
    },
    return: { extension: 'include', tags: NO_TAGS, positional: [] },
    global: { extension: 'include', tags: NO_TAGS, positional: ['strings'] },
    notify: {
      extension: 'enotify',
      tags: {
        from: { value: 'string' },
        importance: { value: 'string' },
        options: { value: 'strings' },
        message: { value: 'string' },
        fcc: { extension: 'fcc', value: 'string' },
      },
      positional: ['string'],
    },
    foreverypart: {
      extension: 'foreverypart',
      tags: { name: { value: 'string' } },
      positional: [],
      hasBlock: true,
    },
    break: { extension: 'foreverypart', tags: { name: { value: 'string' } }, positional: [] },
    extracttext: {
      extension: 'extracttext',
      tags: { first: { value: 'number' } },
      positional: ['string'],
    },
    error: { extension: 'ihave', tags: NO_TAGS, positional: ['string'] },
  }),
)

/** What a command or test looks like; undefined: it is not known here. */
export function shapeOf(node: CommandNode | TestNode): Shape | undefined {
  return 'block' in node ? COMMANDS.get(node.name) : TESTS.get(node.name)
}

/** Commands that continue an `if`. */
export const FOLLOWERS: readonly string[] = ['elsif', 'else']

/** Extensions that the tables above have all words of. Others may add words that are not judged here. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...TESTS.values(), ...COMMANDS.values()].flatMap(({ extension, tags }) => [
    ...(extension === undefined ? [] : [extension]),
    ...Object.values(tags).flatMap((tag) => (tag.extension === undefined ? [] : [tag.extension])),
  ]),
  'encoded-character',
  'comparator-i;ascii-numeric',
])

/** What a server has without naming it (RFC 5228 2.7.3). */
export const BUILT_IN: ReadonlySet<string> = new Set([
  'comparator-i;octet',
  'comparator-i;ascii-casemap',
])

/** Extensions that stand for another one as well. */
export const IMPLIED: ReadonlyMap<string, string> = new Map([
  ['spamtestplus', 'spamtest'],
  ['vacation-seconds', 'vacation'],
])
