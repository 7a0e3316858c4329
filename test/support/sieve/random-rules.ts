import { printString } from '../../../proxy/mail/sieve/language/print.ts'

/** A source of chance for scripts. */
type Chance = () => number

/** A script that servers take, about what the words of these messages are. */
export function makeScript(random: Chance, words: readonly string[]): string {
  const maker = createMaker(random, words)
  const statements = Array.from({ length: 1 + Math.floor(random() * 4) }, () => maker.statement(0))
  return `require [${EXTENSIONS.map(printString).join(', ')}];\r\n${statements.join('\r\n')}\r\n`
}

const EXTENSIONS = [
  'fileinto',
  'reject',
  'vacation',
  'imap4flags',
  'relational',
  'subaddress',
  'copy',
  'variables',
  'date',
  'index',
  'body',
  'regex',
  'editheader',
  'environment',
  'comparator-i;ascii-numeric',
]

const HEADERS = [
  'Subject',
  'from',
  'To',
  'Cc',
  'List-Id',
  'X-Spam-Score',
  'X-Spam-Flag',
  'Received',
  'Content-Type',
  'X-None',
  'X-Priority',
]
const ADDRESS_HEADERS = ['from', 'to', 'cc', 'sender', 'reply-to']
const PARTS = ['', ':all ', ':localpart ', ':domain ', ':user ', ':detail ']
const RELATIONS = ['gt', 'ge', 'lt', 'le', 'eq', 'ne']
const REGEXES = [
  '^re:',
  'a.*e',
  '[0-9]{2,4}',
  '(in|un)voice',
  '[^a-z]+$',
  '^(.*)@(.*)$',
  '\\\\[.*\\\\]',
  '[[:digit:]]+',
]
const MAILBOXES = ['Archive', 'Lists.dev', 'INBOX', 'Über', 'A B']
const FLAG_SETS = ['\\\\Seen', '$Label1', '\\\\Flagged $Junk', 'a b a', '']

function createMaker(random: Chance, words: readonly string[]) {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
  const quoted = (text: string) => `"${text}"`
  const list = (make: () => string): string => {
    const items = Array.from({ length: 1 + Math.floor(random() * 3) }, make)
    return items.length === 1 && random() < 0.7 ? (items[0] ?? '') : `[${items.join(', ')}]`
  }
  const key = () => printString(random() < 0.1 ? '' : pick(words))
  const pattern = () => {
    const word = pick(words).replace(/[*?\\]/g, '\\$&')
    const cut = Math.floor(random() * word.length)
    return printString(
      pick([
        `*${word}*`,
        `${word}*`,
        `*${word}`,
        `*${word.slice(0, cut)}?${word.slice(cut + 1)}*`,
        '*',
        `?${word}`,
        '*a*e*',
        word,
        '*-?*',
        `*${word}??`,
      ]),
    )
  }
  const matching = (): string => {
    const comparator = pick([
      '',
      '',
      '',
      ':comparator "i;octet" ',
      ':comparator "i;ascii-casemap" ',
    ])
    const chance = random()
    if (chance < 0.25) return `${comparator}:is KEYS`.replace('KEYS', list(key))
    if (chance < 0.5) return `${comparator}:contains ${list(key)}`
    if (chance < 0.7) return `${comparator}:matches ${list(pattern)}`
    if (chance < 0.8) return `${comparator}:regex ${list(() => quoted(pick(REGEXES)))}`
    if (chance < 0.9)
      return `:value "${pick(RELATIONS)}" :comparator "i;ascii-numeric" ${list(() => quoted(String(Math.floor(random() * 10))))}`
    return `:count "${pick(RELATIONS)}" :comparator "i;ascii-numeric" ${quoted(String(Math.floor(random() * 3)))}`
  }
  /** The match type and comparator go in front, the keys behind what is tested. */
  const about = (subject: string): string => {
    const [, tags = '', keys = ''] =
      /^(.*?:(?:is|contains|matches|regex|count "\w+" :comparator "[^"]+"|value "\w+" :comparator "[^"]+")) (.*)$/s.exec(
        matching(),
      ) ?? []
    return `${tags} ${subject} ${keys}`
  }
  /** Pigeonhole counts the fields of the other names too where one is chosen by its number: RFC 5260 does not. */
  const indexed = (made: string): string =>
    made.includes(':count')
      ? made
      : pick(['', '', '', ':index 1 ', ':index 2 :last ', ':index 2 ']) + made
  const test = (depth: number): string => {
    const chance = random()
    if (depth < 2 && chance < 0.12) return `not ${test(depth + 1)}`
    if (depth < 2 && chance < 0.3)
      return `${pick(['allof', 'anyof'])} (${test(depth + 1)}, ${test(depth + 1)})`
    if (chance < 0.5) return `header ${indexed(about(list(() => quoted(pick(HEADERS)))))}`
    if (chance < 0.68)
      return `address ${pick(PARTS)}${indexed(about(list(() => quoted(pick(ADDRESS_HEADERS)))))}`
    if (chance < 0.74) return `exists ${list(() => quoted(pick(HEADERS)))}`
    if (chance < 0.78)
      return `size ${pick([':over', ':under'])} ${pick(['300', '500', '1K', '2K'])}`
    if (chance < 0.87)
      return `body ${pick(['', ':raw ', ':content "text" ', ':content "application/pdf" '])}${about('').replace('  ', ' ')}`
    if (chance < 0.93)
      return `date ${pick([':originalzone ', ':zone "+0100" ', ''])}:value "${pick(RELATIONS)}" ${quoted(pick(['date', 'received']))} ${quoted(pick(['date', 'weekday', 'hour', 'year', 'julian', 'iso8601', 'std11', 'time']))} ${quoted(pick(['2026-11-27', '3', '12', '2026', '61000', 'F']))}`
    if (chance < 0.97) return `hasflag ${about('').replace('  ', ' ')}`
    return `string ${about(pick(['"${1}"', '"${name}"', '"x${2}"']))}`
  }
  const action = (): string => {
    const chance = random()
    if (chance < 0.35)
      return `fileinto ${pick(['', '', ':copy '])}${pick(['', '', `:flags "${pick(FLAG_SETS)}" `])}${quoted(pick(MAILBOXES))};`
    if (chance < 0.45) return `addflag "${pick(FLAG_SETS)}";`
    if (chance < 0.5) return `removeflag "${pick(FLAG_SETS)}";`
    if (chance < 0.55) return `setflag ["${pick(FLAG_SETS)}", "x"];`
    if (chance < 0.62) return `keep${pick(['', ` :flags "${pick(FLAG_SETS)}"`])};`
    if (chance < 0.68) return 'discard;'
    if (chance < 0.75)
      return `redirect ${pick(['', ':copy '])}"${pick(['a@b.example', 'a@B.example', 'c@d.example'])}";`
    if (chance < 0.79) return 'reject "no thanks";'
    if (chance < 0.83) return 'vacation :days 3 "I am away";'
    if (chance < 0.88)
      return `set ${pick(['', ':lower ', ':upperfirst ', ':length '])}"name" "v\${1}";`
    if (chance < 0.92) return 'fileinto "N-${1}${name}";'
    if (chance < 0.95) return `addheader "X-None" ${key()};`
    if (chance < 0.97) return `deleteheader ${quoted(pick(['Subject', 'X-None', 'Cc']))};`
    return 'stop;'
  }
  const block = (depth: number): string => {
    const actions = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      depth < 2 && random() < 0.15 ? statement(depth + 1) : action(),
    )
    return `{ ${actions.join(' ')} }`
  }
  const statement = (depth: number): string => {
    if (random() < 0.1) return action()
    const following = random()
    const elsif = following < 0.3 ? ` elsif ${test(0)} ${block(depth)}` : ''
    const last = following > 0.7 || following < 0.1 ? ` else ${block(depth)}` : ''
    return `if ${test(0)} ${block(depth)}${elsif}${last}`
  }
  return { statement }
}
