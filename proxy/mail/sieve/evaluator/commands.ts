import { numberOf, stringOf, stringsOf } from '../language/argument-values.ts'
import type { Bound } from '../language/bind.ts'
import { parseScript } from '../language/parse.ts'
import { ScriptFault } from '../language/script-fault.ts'
import type { CommandNode } from '../language/syntax.ts'
import { flagsOf, sortedFlags, withoutFlags } from './flags.ts'
import { lowerAscii } from './match/comparator.ts'
import { matches } from './match/match.ts'
import { fromBytes } from './message.ts'
import { RunFault, Undecided, createProgram } from './program.ts'
import { expand, type ScriptRun } from './run.ts'
import { holdsTest } from './tests.ts'
import { decodeFieldValue } from './values/header-fields.ts'
import { createVariables } from './variables.ts'

/** How a block ended: at its end, by `return`, or by `stop`. */
type End = 'end' | 'return' | 'stop'

/** Runs commands in their order. Throws Undecided and RunFault. */
export function runCommands(run: ScriptRun, commands: readonly CommandNode[]): End {
  /** Whether a branch of the last `if` was taken. */
  let isTaken = false
  for (const command of commands) {
    const { name, block = [] } = command
    if (name === 'stop') return 'stop'
    if (name === 'return') return 'return'
    if (name === 'if' || name === 'elsif' || name === 'else') {
      if (name === 'if') isTaken = false
      if (isTaken) continue
      isTaken = name === 'else' || command.tests.every((test) => holdsTest(run, test))
      const end = isTaken ? runCommands(run, block) : 'end'
      if (end !== 'end') return end
      continue
    }
    if (name === 'include') {
      if (include(run, command) === 'stop') return 'stop'
      continue
    }
    const execute = COMMANDS_BY_NAME.get(name)
    if (execute === undefined) throw new Undecided(name, command)
    execute({ run, bound: run.program.bound(command), node: command })
  }
  return 'end'
}

interface CommandCall {
  readonly run: ScriptRun
  readonly bound: Bound
  readonly node: CommandNode
}

const COMMANDS_BY_NAME: ReadonlyMap<string, (call: CommandCall) => void> = new Map([
  ['require', () => undefined],
  ['keep', keep],
  ['discard', discard],
  ['fileinto', fileInto],
  ['redirect', redirect],
  ['reject', reject],
  ['ereject', reject],
  ['vacation', vacation],
  ['setflag', setFlag],
  ['addflag', addFlag],
  ['removeflag', removeFlag],
  ['set', set],
  ['addheader', addHeader],
  ['deleteheader', deleteHeader],
  ['global', shareGlobals],
  ['error', endWithError],
])

/** A positional string of a command with its variables. */
function text({ run, bound }: CommandCall, at: number): string {
  return expand(run, stringOf(bound.positional[at]) ?? '')
}

/** Flags of `:flags`, or those that were gathered. */
function storedFlags({ run, bound }: CommandCall): readonly string[] {
  const given = bound.tags.get('flags')
  const flags =
    given === undefined
      ? run.shared.flags
      : flagsOf(stringsOf(given).map((flag) => expand(run, flag)))
  return sortedFlags(flags)
}

function keep(call: CommandCall) {
  const { outcome } = call.run.shared
  const flags = storedFlags(call)
  outcome.add({ kind: 'store', mailbox: 'INBOX', isKeep: true, flags }, call.node)
  outcome.cancelKeep()
}

function discard({ run }: CommandCall) {
  run.shared.outcome.cancelKeep()
}

function fileInto(call: CommandCall) {
  const { run, bound, node } = call
  if (bound.tags.has('specialuse')) throw new Undecided(':specialuse', node)
  const name = fromBytes(text(call, 0))
  const mailbox = /^inbox$/i.test(name) ? 'INBOX' : name
  const flags = storedFlags(call)
  const isNew = run.shared.outcome.add({ kind: 'store', mailbox, isKeep: false, flags }, node)
  if (isNew && !bound.tags.has('copy')) run.shared.outcome.cancelKeep()
}

function redirect(call: CommandCall) {
  const { run, bound, node } = call
  const address = withLowerDomain(fromBytes(text(call, 0)))
  const isNew = run.shared.outcome.add({ kind: 'redirect', address }, node)
  if (isNew && !bound.tags.has('copy')) run.shared.outcome.cancelKeep()
}

/** Case counts in no domain (RFC 1035 2.3.3), and may in a local part. */
function withLowerDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase()
}

function reject(call: CommandCall) {
  const { outcome } = call.run.shared
  outcome.add({ kind: 'reject', reason: fromBytes(text(call, 0)) }, call.node)
  outcome.cancelKeep()
}

const DAY_SECONDS = 86_400

function vacation(call: CommandCall) {
  const { run, bound, node } = call
  const days = numberOf(bound.tags.get('days')) ?? 7
  // RFC 5230 4.1: 0 is read as 1.
  const seconds = numberOf(bound.tags.get('seconds')) ?? Math.max(1, days) * DAY_SECONDS
  const subject = stringOf(bound.tags.get('subject'))
  run.shared.outcome.add(
    {
      kind: 'vacation',
      text: fromBytes(text(call, 0)),
      subject: subject === undefined ? undefined : fromBytes(expand(run, subject)),
      seconds,
    },
    node,
  )
}

/** Reads and stores the flags that a command names: those of the message, or those in a variable. */
function changeFlags(
  { run, bound }: CommandCall,
  change: (before: readonly string[], named: readonly string[]) => readonly string[],
) {
  const variable = stringOf(bound.positional[0])
  const named = flagsOf(stringsOf(bound.positional[1]).map((flag) => expand(run, flag)))
  if (variable === undefined) {
    run.shared.flags = change(run.shared.flags, named)
    return
  }
  const before = flagsOf([run.variables.get(variable)])
  run.variables.set(variable, change(before, named).join(' '))
}

function setFlag(call: CommandCall) {
  changeFlags(call, (_before, named) => named)
}

function addFlag(call: CommandCall) {
  changeFlags(call, (before, named) => flagsOf([...before, ...named]))
}

function removeFlag(call: CommandCall) {
  changeFlags(call, withoutFlags)
}

/** RFC 5229 4.1: what has the higher precedence comes first. */
const MODIFIERS: readonly (readonly [string, (value: string) => string])[] = [
  ['lower', lowerAscii],
  ['upper', (value) => value.replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
  ['lowerfirst', (value) => lowerAscii(value.slice(0, 1)) + value.slice(1)],
  ['upperfirst', (value) => value.replace(/^[a-z]/, (letter) => letter.toUpperCase())],
  ['quotewildcard', (value) => value.replace(/[*?\\]/g, '\\$&')],
  ['quoteregex', (value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')],
  [
    'encodeurl',
    (value) =>
      value.replace(
        /[^A-Za-z0-9._~-]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      ),
  ],
  ['length', (value) => String(Array.from(fromBytes(value)).length)],
]

function set(call: CommandCall) {
  const { run, bound } = call
  const value = MODIFIERS.reduce(
    (before, [name, modify]) => (bound.tags.has(name) ? modify(before) : before),
    text(call, 1),
  )
  run.variables.set(stringOf(bound.positional[0]) ?? '', value)
}

function addHeader(call: CommandCall) {
  const { shared } = call.run
  const { fields } = shared
  const [name, value] = [text(call, 0), text(call, 1)]
  const field = { name: name.toLowerCase(), value, bytes: `${name}: ${value}\r\n`.length }
  shared.editedBytes += field.bytes
  if (call.bound.tags.has('last')) fields.push(field)
  else fields.unshift(field)
}

/** RFC 5293 6: what a server does not let scripts delete. */
const PROTECTED_FIELDS: readonly string[] = ['received', 'auto-submitted']

function deleteHeader(call: CommandCall) {
  const { run, bound } = call
  const { fields } = run.shared
  const name = text(call, 0).toLowerCase()
  if (PROTECTED_FIELDS.includes(name)) return
  const named = fields.filter((field) => field.name === name)
  const index = numberOf(bound.tags.get('index'))
  const chosen = bound.tags.has('last') ? named.at(-(index ?? 1)) : named[(index ?? 1) - 1]
  const candidates = index === undefined ? named : named.filter((field) => field === chosen)
  const patterns = bound.positional[1]
  const deleted = candidates.filter(
    ({ value }) =>
      patterns === undefined || matches(call, [decodeFieldValue(value)], stringsOf(patterns)),
  )
  for (const { bytes } of deleted) run.shared.editedBytes -= bytes
  if (deleted.length > 0) run.shared.isFieldDeleted = true
  const rest = fields.filter((field) => !deleted.includes(field))
  fields.splice(0, fields.length, ...rest)
}

function shareGlobals({ run, bound }: CommandCall) {
  run.variables.share(stringsOf(bound.positional[0]))
}

function endWithError(call: CommandCall) {
  throw new RunFault('stopped_by_script', fromBytes(text(call, 0)), call.node)
}

/** Pigeonhole's `sieve_include_max_nesting_depth` and `sieve_include_max_includes`. */
const MAX_NESTING = 10
const MAX_INCLUDES = 255

function include(run: ScriptRun, node: CommandNode): End {
  const { shared } = run
  const bound = run.program.bound(node)
  const location = bound.chosen.get('location') === 'global' ? 'global' : 'personal'
  const name = stringOf(bound.positional[0]) ?? ''
  const key = `${location} ${name}`
  if (bound.tags.has('once') && shared.includedOnce.has(key)) return 'end'
  shared.includedOnce.add(key)
  shared.includes += 1
  if (run.depth >= MAX_NESTING || shared.includes > MAX_INCLUDES)
    throw new RunFault('include_loop', name, node)
  if (shared.context.included === undefined) throw new Undecided('include', node)
  const source = shared.context.included(location, name)
  if (source === undefined) {
    if (bound.tags.has('optional')) return 'end'
    throw new RunFault('include_missing', name, node)
  }
  const program = createProgram(readIncluded(source, name, node))
  const within = {
    shared,
    program,
    variables: createVariables(shared.globals),
    depth: run.depth + 1,
  }
  return runCommands(within, program.script.commands)
}

function readIncluded(source: string, name: string, node: CommandNode) {
  try {
    return parseScript(source)
  } catch (error) {
    if (error instanceof ScriptFault)
      throw new RunFault('include_missing', name, node, { cause: error })
    throw error
  }
}
