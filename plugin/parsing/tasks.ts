import {
  readFilterScript,
  type FilterScript,
  type ScriptChange,
} from '../../proxy/mail/sieve/owner/filter-script.ts'
import {
  changedCard,
  readCardContent,
  type CardChange,
  type CardContent,
} from '../contacts/carddav/server/card-content.ts'
import {
  changedGroupCard,
  type GroupCardChange,
} from '../contacts/carddav/server/changed-group-card.ts'
import {
  readDavResponses,
  type DavResponses,
  type DavBody,
} from '../contacts/carddav/server/dav-responses.ts'
import { AddressBookUnavailable } from '../contacts/carddav/server/unavailable.ts'
import { NoContactColumns } from '../contacts/format/csv/csv-rows.ts'
import type { ImportedContact } from '../contacts/format/imported.ts'
import { readContactFile, TooManyEntries, type ImportedFile } from '../contacts/format/read-file.ts'
import { readImportRequest, type ImportRequest } from '../migration/data-schema.ts'
import { readRow, type ReadRow } from '../migration/read-row.ts'
import type { StoredMessage, TrialSource, TrialVerdict } from '../../proxy/mail/index.ts'
import { prepareTrial, type Trial } from '../../proxy/mail/sieve/trial/prepare-trial.ts'
import { FilterFault, type FilterFinding } from '../../proxy/mail/sieve/filter-fault.ts'
import type { RoundcubeContact, RoundcubeData } from '../../store/index.ts'
import { batchesOf } from './batches.ts'

/** What a thread reads. */
export type Task =
  | { readonly name: 'file'; readonly file: Uint8Array; readonly maxEntries: number }
  | { readonly name: 'rows'; readonly rows: readonly RoundcubeContact[] }
  | { readonly name: 'answers'; readonly body: DavBody }
  | { readonly name: 'cards'; readonly texts: readonly string[] }
  | { readonly name: 'change'; readonly text: string; readonly change: CardChange }
  | { readonly name: 'import'; readonly body: Uint8Array }
  | { readonly name: 'group-change'; readonly text: string; readonly change: GroupCardChange }
  | { readonly name: 'script'; readonly source: string; readonly change: ScriptChange }
  | {
      readonly name: 'filter'
      readonly source: TrialSource
      readonly mailboxes: readonly string[]
    }
  /** Messages for the filter before. */
  | { readonly name: 'filter-messages'; readonly messages: readonly StoredMessage[] }

/** A piece of what was found: who takes it has other things to do before the next one. */
export type Piece =
  | { readonly kind: 'contacts'; readonly contacts: readonly ImportedContact[] }
  | { readonly kind: 'file'; readonly file: Omit<ImportedFile, 'contacts'> }
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'answers'; readonly responses: DavResponses }
  | { readonly kind: 'cards'; readonly cards: readonly CardContent[] }
  | { readonly kind: 'changed'; readonly text: string }
  /** undefined: the body is none. */
  | { readonly kind: 'import'; readonly request: ImportRequest | undefined }
  | { readonly kind: 'import-rows'; readonly rows: ImportRows }
  | { readonly kind: 'refused'; readonly reason: RefusedReason }
  | { readonly kind: 'script'; readonly script: FilterScript }
  | { readonly kind: 'filter'; readonly hasBodies: boolean }
  | { readonly kind: 'filter-fault'; readonly fault: FilterFinding }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly TrialVerdict[] }

/** What there may be thousands of in an import. */
export type ImportRows = Pick<RoundcubeData, 'contacts' | 'collected'>

/** Why nothing could be read. */
export type RefusedReason = 'too-many-entries' | 'no-contact-columns' | 'xml-too-large'

/** Contacts, or rows, of one piece: to copy them takes a millisecond or two. */
const ENTRIES_AT_ONCE = 100

/** To copy as much takes a millisecond or two. */
const IMPORT_CHARS_AT_ONCE = 1024 * 1024

/** Does the work of one task after the other: a filter stays for the messages that follow it. */
export function createTasks(): (task: Task) => AsyncGenerator<Piece> {
  let trial: Trial | undefined
  return async function* runTask(task) {
    if (task.name === 'filter') {
      trial = undefined
      yield orFault(() => {
        trial = prepareTrial(task.source, task.mailboxes)
        return { kind: 'filter', hasBodies: trial.hasBodies }
      })
    } else if (task.name === 'filter-messages') {
      yield { kind: 'verdicts', verdicts: task.messages.map((one) => decide(trial, one)) }
    } else yield* readInput(task)
  }
}

/** What is wrong with a filter is a piece as well. */
function orFault(make: () => Piece): Piece {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error
    return { kind: 'filter-fault', fault: error.fault }
  }
}

function decide(trial: Trial | undefined, message: StoredMessage): TrialVerdict {
  if (trial === undefined) throw new Error('No filter came before its messages')
  return trial.decide(message)
}

type InputTask = Exclude<Task, { readonly name: 'filter' | 'filter-messages' }>

async function* readInput(task: InputTask): AsyncGenerator<Piece> {
  switch (task.name) {
    case 'file':
      yield* readFile(task)
      return
    case 'rows':
      for (const rows of slices(task.rows)) yield { kind: 'rows', rows: rows.map(readRow) }
      return
    case 'answers':
      yield* readResponses(task.body)
      return
    case 'cards':
      for (const texts of slices(task.texts)) {
        yield { kind: 'cards', cards: texts.map(readCardContent) }
      }
      return
    case 'change':
      yield { kind: 'changed', text: changedCard(task.text, withBuffer(task.change)) }
      return
    case 'import':
      yield* readImport(task.body)
      return
    case 'script':
      yield orFault(() => ({
        kind: 'script',
        script: readFilterScript(task.source, task.change),
      }))
      return
    case 'group-change':
      yield { kind: 'changed', text: changedGroupCard(task.text, task.change) }
  }
}

/** What there is much of comes in pieces, and the rest last. */
function* readImport(body: Uint8Array): Generator<Piece> {
  const request = readImportRequest(asBuffer(body))
  if (request === undefined) {
    yield { kind: 'import', request }
    return
  }
  for (const contacts of batchesOf(request.data.contacts, IMPORT_CHARS_AT_ONCE)) {
    yield { kind: 'import-rows', rows: { contacts, collected: [] } }
  }
  for (const collected of slices(request.data.collected)) {
    yield { kind: 'import-rows', rows: { contacts: [], collected } }
  }
  const rest = { ...request.data, contacts: [], collected: [] }
  yield { kind: 'import', request: { ...request, data: rest } }
}

async function* readResponses(body: DavBody): AsyncGenerator<Piece> {
  try {
    const { responses, ...rest } = await readDavResponses(body)
    for (const some of slices(responses))
      yield { kind: 'answers', responses: { ...rest, responses: some } }
    if (responses.length === 0) yield { kind: 'answers', responses: { ...rest, responses } }
  } catch (error) {
    if (!(error instanceof AddressBookUnavailable)) throw error
    yield { kind: 'refused', reason: 'xml-too-large' }
  }
}

async function* readFile({
  file,
  maxEntries,
}: Extract<Task, { readonly name: 'file' }>): AsyncGenerator<Piece> {
  try {
    const { contacts, ...rest } = await readContactFile(asBuffer(file), { maxEntries })
    for (const some of slices(contacts)) yield { kind: 'contacts', contacts: some }
    yield { kind: 'file', file: rest }
  } catch (error) {
    if (error instanceof TooManyEntries) yield { kind: 'refused', reason: 'too-many-entries' }
    else if (error instanceof NoContactColumns)
      yield { kind: 'refused', reason: 'no-contact-columns' }
    else throw error
  }
}

function* slices<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    yield entries.slice(at, at + ENTRIES_AT_ONCE)
  }
}

function withBuffer({ photo, ...rest }: CardChange): CardChange {
  return { ...rest, photo: photo && { ...photo, content: asBuffer(photo.content) } }
}

/** What was copied from another thread is no Buffer any more. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
