import { PhpFormatError, readSerializedEntries, type PhpValue } from '../../../store/index.ts'
import { knownLanguage } from '../../language/language.ts'
import { type Preferences, preferencesSchema } from '../../settings/preferences.ts'

/** What Roundcube keeps of a user's choices. */
export type RoundcubePreferences = ReadonlyMap<string, PhpValue | undefined>

/** The preferences of a user; undefined where PHP would not have written them so. */
export function readRoundcubePreferences(serialized: string): RoundcubePreferences | undefined {
  if (serialized === '') return new Map()
  try {
    return readSerializedEntries(Buffer.from(serialized))
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

/** One of our preferences, with what it becomes. */
interface MappedPreference {
  readonly name: keyof Preferences
  readonly value: unknown
}

/** What one of Roundcube's preferences is here; undefined where nothing here is like it. */
export function preferenceOf(
  name: string,
  value: PhpValue | undefined,
): MappedPreference | undefined {
  const mapping = MAPPINGS.get(name)
  if (mapping === undefined || value === undefined) return undefined
  const read = preferencesSchema.shape[mapping.name].safeParse(mapping.valueOf(value))
  return read.success ? { name: mapping.name, value: read.data } : undefined
}

interface Mapping {
  readonly name: keyof Preferences
  /** What the schema does not know has no counterpart. */
  readonly valueOf: (value: PhpValue) => unknown
}

const PANES = new Map([
  ['widescreen', 'right'],
  ['desktop', 'below'],
  ['list', 'off'],
])

/** PHP's letters of a date. Those with dots are what their languages have here anyway. */
const DATES = new Map([
  ['Y-m-d', 'iso'],
  ['d/m/Y', 'day-first'],
  ['m/d/Y', 'month-first'],
])

const FORMATS = { 0: 'plain', 1: 'formatted', 2: 'plain', 3: 'plain', 4: 'formatted' }

/** By the names of Roundcube's settings; its configuration guide documents their values. */
const MAPPINGS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ['timezone', { name: 'timeZone', valueOf: (zone) => (zone === 'auto' ? null : zone) }],
  ['time_format', { name: 'hourCycle', valueOf: hourCycleOf }],
  // 3: from trusted senders, who are requested with every choice but "never" (trusted-senders.ts).
  [
    'show_images',
    { name: 'remoteImages', valueOf: oneOf({ 0: 'ask', 1: 'contacts', 2: 'always', 3: 'ask' }) },
  ],
  ['language', { name: 'language', valueOf: languageOf }],
  // Seconds; -1: never automatically.
  ['mail_read_time', { name: 'readAfterSeconds', valueOf: Number }],
  // 2 to 4 look at what is answered or forwarded; 4: always, but for answers to plain text.
  ['htmleditor', { name: 'writeFormat', valueOf: oneOf(FORMATS) }],
  ['reply_mode', { name: 'replyPlace', valueOf: oneOf({ 0: 'below', 1: 'above', 2: 'above' }) }],
  [
    'sig_below',
    { name: 'signaturePlace', valueOf: (is) => (isOn(is) ? 'below-quote' : 'above-quote') },
  ],
  // 3 and 4 send them to contacts alone, and ask about the others or send none.
  [
    'mdn_requests',
    {
      name: 'sendsReceipts',
      valueOf: oneOf({ 0: 'ask', 1: 'always', 2: 'never', 3: 'ask', 4: 'ask' }),
    },
  ],
  ['mdn_default', { name: 'requestsReceipts', valueOf: isOn }],
  ['display_next', { name: 'afterMove', valueOf: (is) => (isOn(is) ? 'next' : 'list') }],
  ['layout', { name: 'readingPane', valueOf: ofNames(PANES) }],
  ['date_format', { name: 'dateStyle', valueOf: ofNames(DATES) }],
  ['message_threading', { name: 'conversations', valueOf: isInboxThreaded }],
  ['newmail_notifier_desktop', { name: 'notifies', valueOf: isOn }],
])

/** PHP's letters of an hour: G and H count to 23, g and h to 12. */
function hourCycleOf(format: PhpValue): unknown {
  if (typeof format !== 'string' || !/[GHgh]/.test(format)) return undefined
  return /[GH]/.test(format) ? '24' : '12'
}

function oneOf(values: Readonly<Record<number, string>>): Mapping['valueOf'] {
  return (value) => values[Number(value)]
}

function ofNames(values: ReadonlyMap<string, string>): Mapping['valueOf'] {
  return (value) => (typeof value === 'string' ? values.get(value) : undefined)
}

/** Roundcube has it by folder; here it is the same for all. */
function isInboxThreaded(folders: PhpValue): unknown {
  if (folders === null || typeof folders !== 'object') return undefined
  return Object.entries(folders).some(([name, is]) => name === 'INBOX' && isOn(is)) || undefined
}

/** PHP's truth of what forms and configurations write. */
function isOn(value: PhpValue): boolean {
  return value === true || (value !== null && Number(value) === 1)
}

function languageOf(locale: PhpValue): unknown {
  return typeof locale === 'string' ? knownLanguage(locale) : undefined
}
