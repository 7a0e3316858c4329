import type { StoredMessage } from '../../model/stored-message.ts'
import { createEvaluator, type Evaluate } from '../evaluator/evaluator.ts'
import { flagsOf, withoutFlags } from '../evaluator/flags.ts'
import type { EvaluatedMessage, EvaluationContext } from '../evaluator/message.ts'
import type { SieveAction, Verdict } from '../evaluator/verdict.ts'
import { orFilterFault } from '../filter-fault.ts'
import { checkScript } from '../language/check.ts'
import { parseScript } from '../language/parse.ts'
import { ScriptFault } from '../language/script-fault.ts'
import type { CommandNode, TestNode } from '../language/syntax.ts'
import { KNOWN_EXTENSIONS } from '../language/vocabulary.ts'
import type { Rule } from '../rules/rule.ts'
import { writeRules } from '../rules/write-rules.ts'
import type { TrialAction, TrialSource, TrialVerdict } from './trial.ts'

/** A filter made ready for many messages of a mailbox. */
export interface Trial {
  /** Whether it may look at bodies. */
  readonly hasBodies: boolean
  readonly decide: (message: StoredMessage) => TrialVerdict
}

/**
 * Of each message it knows when it came, as if it came then, and of its delivery nothing else: what needs an envelope, a spam
 * score or another script is undecided. `mailboxes` are the names of those that there are. Throws FilterFault.
 */
export function prepareTrial(source: TrialSource, mailboxes: readonly string[]): Trial {
  const names = new Set(mailboxes)
  const { main, conditions } = orFilterFault(() => readSource(source))

  const decide = (message: StoredMessage): TrialVerdict => {
    const { uid } = message
    const evaluated = asEvaluated(message)
    if (evaluated === undefined) return { uid, kind: 'undecided', subject: 'header' }
    const context = contextOf(message, names)
    const met = conditions?.evaluate(evaluated, context)
    if (met !== undefined && met.kind !== 'decided') return { uid, ...withoutDecision(met) }
    if (met !== undefined && met.actions.length > 0) return { uid, kind: 'unmet' }
    const verdict = main.evaluate(evaluated, context)
    if (verdict.kind !== 'decided') return { uid, ...withoutDecision(verdict) }
    const actions = verdict.actions.map((action) => trialAction(action, evaluated.flags))
    const [only, ...others] = actions
    const isUnmet =
      met === undefined && others.length === 0 && only !== undefined && isNothing(only)
    return isUnmet ? { uid, kind: 'unmet' } : { uid, kind: 'met', actions }
  }
  return { hasBodies: main.hasBodies || conditions?.hasBodies === true, decide }
}

/** What a rule does may be nothing, though its conditions hold: they are tried by themselves. */
function readSource(source: TrialSource) {
  if (source.kind === 'script') return { main: readScript(source.text), conditions: undefined }
  const { rule } = source
  const conditions = readScript(scriptOf({ ...rule, actions: [{ kind: 'delete' }] }))
  return { main: readScript(scriptOf(rule)), conditions }
}

interface ReadyScript {
  readonly evaluate: Evaluate
  readonly hasBodies: boolean
}

/** The mail server judges what extensions there are; what is unknown here is undecided where it is come to. */
function readScript(text: string): ReadyScript {
  const script = parseScript(text)
  const { findings } = checkScript(script, KNOWN_EXTENSIONS)
  const finding = findings.find(({ code }) => code !== 'unknown_extension')
  if (finding !== undefined) throw new ScriptFault(finding.code, finding.subject, finding)
  return { evaluate: createEvaluator(script), hasBodies: script.commands.some(hasBodyTest) }
}

function hasBodyTest(node: CommandNode | TestNode): boolean {
  const isOfParts = node.args.some((one) => one.kind === 'tag' && one.name === 'anychild')
  if (node.name === 'body' || isOfParts) return true
  const block = 'block' in node ? (node.block ?? []) : []
  return node.tests.some(hasBodyTest) || block.some(hasBodyTest)
}

function scriptOf(rule: Rule): string {
  const entry = { kind: 'rule', place: undefined, rule: { ...rule, isEnabled: true } } as const
  return writeRules(parseScript(''), [entry])
}

function asEvaluated({ header, body, size, flags }: StoredMessage): EvaluatedMessage | undefined {
  if (header === undefined) return undefined
  const below = body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    header: Buffer.from(header).toString('latin1'),
    body: below,
    size,
    flags: flagsOf(flags),
  }
}

function contextOf(
  { arrivedAt, zoneMinutes }: StoredMessage,
  mailboxes: ReadonlySet<string>,
): EvaluationContext {
  return {
    envelope: undefined,
    now: arrivedAt,
    zoneMinutes,
    environment: undefined,
    mailboxes,
    spam: undefined,
    isDuplicate: undefined,
    included: undefined,
  }
}

function withoutDecision(verdict: Exclude<Verdict, { readonly kind: 'decided' }>) {
  if (verdict.kind === 'failed') return { kind: 'failed', code: verdict.code } as const
  return { kind: 'undecided', subject: verdict.subject } as const
}

function trialAction(action: SieveAction, before: readonly string[]): TrialAction {
  if (action.kind !== 'store') return action
  const { kind, mailbox, isKeep, flags } = action
  const change = { add: withoutFlags(flags, before), remove: withoutFlags(before, flags) }
  return { kind, mailbox, isKeep, flags: change }
}

/** It stays where it is, as it is. */
function isNothing(action: TrialAction): boolean {
  if (action.kind !== 'store' || !action.isKeep) return false
  return action.flags.add.length === 0 && action.flags.remove.length === 0
}
