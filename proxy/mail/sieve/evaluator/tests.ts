import { numberOf, stringOf, stringsOf } from '../language/argument-values.ts'
import type { Bound } from '../language/bind.ts'
import type { TestNode } from '../language/syntax.ts'
import { flagsOf } from './flags.ts'
import { keysOf, matches } from './match/match.ts'
import { fromBytes, toBytes } from './message.ts'
import { Undecided } from './program.ts'
import { expand, type ScriptRun } from './run.ts'
import { addressPart, parseAddress, parseAddresses, type AddressPart } from './values/addresses.ts'
import { contentsOf, fieldsWithin, textsOf } from './values/body-parts.ts'
import { datePart, parseZone, parseZonedDate } from './values/dates.ts'
import { decodeFieldValue, type HeaderField } from './values/header-fields.ts'

/** Whether a test holds for the message. Throws Undecided and RunFault. */
export function holdsTest(run: ScriptRun, test: TestNode): boolean {
  switch (test.name) {
    case 'not':
      return test.tests.every((one) => !holdsTest(run, one))
    case 'allof':
      return test.tests.every((one) => holdsTest(run, one))
    case 'anyof':
      return test.tests.some((one) => holdsTest(run, one))
    default: {
      const evaluate = TESTS_BY_NAME.get(test.name)
      if (evaluate === undefined) throw new Undecided(test.name, test)
      return evaluate({ run, bound: run.program.bound(test), node: test })
    }
  }
}

interface TestCall {
  readonly run: ScriptRun
  readonly bound: Bound
  readonly node: TestNode
}

const TESTS_BY_NAME: ReadonlyMap<string, (call: TestCall) => boolean> = new Map([
  ['true', () => true],
  ['false', () => false],
  ['header', header],
  ['address', address],
  ['envelope', envelope],
  ['exists', exists],
  ['size', size],
  ['body', body],
  ['date', date],
  ['currentdate', currentDate],
  ['hasflag', hasFlag],
  ['string', string],
  ['environment', environment],
  ['spamtest', spamTest],
  ['virustest', virusTest],
  ['mailboxexists', mailboxExists],
  ['duplicate', duplicate],
  ['ihave', ihave],
])

/** Values of the named fields in their order, raw; with `:index` only one of them (RFC 5260 6). */
function fieldsOf(call: TestCall, at: number): readonly string[] {
  const { run, bound } = call
  const names = keysOf(bound, at).map((name) => expand(run, name).toLowerCase())
  const fields = lookedAt(call)
  const values = names.flatMap((name) =>
    fields.filter((field) => field.name === name).map(({ value }) => value),
  )
  const index = numberOf(bound.tags.get('index'))
  if (index === undefined) return values
  const chosen = bound.tags.has('last') ? values.at(-index) : values[index - 1]
  return index < 1 || chosen === undefined ? [] : [chosen]
}

/** The fields of the message, and with `:anychild` those of all parts in it (RFC 5703 4). */
function lookedAt({ run, bound, node }: TestCall): readonly HeaderField[] {
  const { fields } = run.shared
  if (bound.chosen.has('mime part')) throw new Undecided(':mime', node)
  if (!bound.tags.has('anychild')) return fields
  const parts = run.shared.parts()
  if (parts === undefined) throw new Undecided('body', node)
  return [...fields, ...fieldsWithin(parts)]
}

function header(call: TestCall): boolean {
  return matches(call, fieldsOf(call, 0).map(decodeFieldValue), keysOf(call.bound, 1))
}

function partOf(bound: Bound): AddressPart {
  switch (bound.chosen.get('address part') ?? 'all') {
    case 'localpart':
      return 'localpart'
    case 'domain':
      return 'domain'
    case 'user':
      return 'user'
    case 'detail':
      return 'detail'
    default:
      return 'all'
  }
}

function address(call: TestCall): boolean {
  const part = partOf(call.bound)
  const addresses = fieldsOf(call, 0).flatMap(parseAddresses)
  // Addresses are counted, whether they have the part or not.
  const isCount = call.bound.chosen.get('match') === 'count'
  const values = addresses.flatMap((one) => addressPart(one, isCount ? 'all' : part) ?? [])
  return matches(call, values, keysOf(call.bound, 1))
}

function envelope(call: TestCall): boolean {
  const { run, bound, node } = call
  const { envelope: delivery } = run.shared.context
  if (delivery === undefined) throw new Undecided('envelope', node)
  const part = partOf(bound)
  const values = keysOf(bound, 0).flatMap((name) => {
    const wanted = expand(run, name).toLowerCase()
    if (wanted !== 'from' && wanted !== 'to') return []
    const text = toBytes(delivery[wanted])
    // The null sender has no parts but the whole (RFC 5228 5.4).
    if (text === '') return part === 'all' ? [''] : []
    return [addressPart(parseAddress(text), part) ?? []].flat()
  })
  return matches(call, values, keysOf(bound, 1))
}

function exists(call: TestCall): boolean {
  const { run, bound } = call
  const fields = lookedAt(call)
  return keysOf(bound, 0).every((name) => {
    const wanted = expand(run, name).toLowerCase()
    return fields.some((field) => field.name === wanted)
  })
}

function size({ run, bound }: TestCall): boolean {
  const limit = numberOf(bound.positional[0]) ?? 0
  const bytes = run.shared.message.size + run.shared.editedBytes
  return bound.chosen.get('size') === 'under' ? bytes < limit : bytes > limit
}

function body(call: TestCall): boolean {
  const { run, bound, node } = call
  const matching = { ...call, isWithoutVariables: true }
  const keys = keysOf(bound, 0)
  const transform = bound.chosen.get('transform') ?? 'text'
  if (transform === 'raw') {
    const raw = run.shared.rawBody()
    if (raw === undefined) throw new Undecided('body', node)
    return matches(matching, raw === '' ? [] : [raw], keys)
  }
  const parts = run.shared.parts()
  if (parts === undefined) throw new Undecided('body', node)
  switch (transform) {
    case 'content': {
      const types = stringsOf(bound.tags.get('content')).map((type) => expand(run, type))
      return matches(matching, contentsOf(parts, types), keys)
    }
    default:
      return matches(matching, textsOf(parts), keys)
  }
}

function date(call: TestCall): boolean {
  const { run, bound } = call
  const [first] = fieldsOf(call, 0)
  const found = first === undefined ? undefined : parseZonedDate(first)
  if (found === undefined) return matches(call, [], keysOf(bound, 2))
  const zone = bound.tags.has('originalzone') ? found.zoneMinutes : zoneOf(call)
  const part = datePart(expand(run, stringOf(bound.positional[1]) ?? ''), found.ms, zone)
  return matches(call, part === undefined ? [] : [part], keysOf(bound, 2))
}

function currentDate(call: TestCall): boolean {
  const { run, bound } = call
  const part = datePart(
    expand(run, stringOf(bound.positional[0]) ?? ''),
    run.shared.context.now,
    zoneOf(call),
  )
  return matches(call, part === undefined ? [] : [part], keysOf(bound, 1))
}

function zoneOf({ run, bound }: TestCall): number {
  const given = stringOf(bound.tags.get('zone'))
  const zone = given === undefined ? undefined : parseZone(expand(run, given))
  return zone ?? run.shared.context.zoneMinutes
}

function hasFlag(call: TestCall): boolean {
  const { run, bound } = call
  const names = bound.positional[0] === undefined ? undefined : keysOf(bound, 0)
  const flags =
    names === undefined
      ? run.shared.flags
      : names.flatMap((name) => flagsOf([run.variables.get(expand(run, name))]))
  const keys = keysOf(bound, 1)
  // A list of flags in one string is several keys; a number or a pattern stays what it is.
  const isNumber = bound.chosen.get('match') === 'count'
  return matches(
    call,
    flags,
    isNumber ? keys : keys.flatMap((key) => key.split(' ')).filter((key) => key !== ''),
  )
}

function string(call: TestCall): boolean {
  const values = keysOf(call.bound, 0).map((text) => expand(call.run, text))
  // RFC 5229 5: empty strings are not counted.
  const isCount = call.bound.chosen.get('match') === 'count'
  return matches(
    call,
    isCount ? values.filter((value) => value !== '') : values,
    keysOf(call.bound, 1),
  )
}

function environment(call: TestCall): boolean {
  const name = fromBytes(expand(call.run, stringOf(call.bound.positional[0]) ?? ''))
  const { environment: items } = call.run.shared.context
  if (items === undefined) throw new Undecided('environment', call.node)
  const value = items.get(name)
  return value !== undefined && matches(call, [toBytes(value)], keysOf(call.bound, 1))
}

function spamTest(call: TestCall): boolean {
  const { score, percent } = scoresOf(call)
  return matches(call, [call.bound.tags.has('percent') ? percent : score], keysOf(call.bound, 0))
}

function virusTest(call: TestCall): boolean {
  return matches(call, [scoresOf(call).virus], keysOf(call.bound, 0))
}

function scoresOf({ run, node }: TestCall) {
  const { spam } = run.shared.context
  if (spam === undefined) throw new Undecided(node.name, node)
  return spam
}

function mailboxExists({ run, bound }: TestCall): boolean {
  return keysOf(bound, 0).every((name) =>
    run.shared.context.mailboxes.has(fromBytes(expand(run, name))),
  )
}

function duplicate({ run, bound, node }: TestCall): boolean {
  const { fields, context } = run.shared
  if (context.isDuplicate === undefined) throw new Undecided('duplicate', node)
  const handle = expand(run, stringOf(bound.tags.get('handle')) ?? '')
  const given = stringOf(bound.tags.get('uniqueid'))
  const name = stringOf(bound.tags.get('header')) ?? 'message-id'
  const field = fields.find((one) => one.name === expand(run, name).toLowerCase())
  const id = given === undefined ? field?.value : expand(run, given)
  // RFC 7352 3: without an id nothing is a duplicate.
  return id !== undefined && context.isDuplicate(`${handle}\0${id}`)
}

function ihave({ run, bound }: TestCall): boolean {
  return keysOf(bound, 0).every((name) => run.program.required.has(expand(run, name)))
}
