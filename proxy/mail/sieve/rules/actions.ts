import { numberOf, stringOf, stringsOf } from '../language/argument-values.ts'
import type { ArgumentNode, CommandNode } from '../language/syntax.ts'
import { boundNode } from './bound-node.ts'
import { commandNode, numberNode, stringNode, stringsNode, tagNode } from './nodes.ts'
import type { RuleAction } from './rule.ts'

/** The commands of actions in an order that does what they say. `lineEnd` is that of the script. */
export function commandsOf(
  actions: readonly RuleAction[],
  lineEnd: string,
): readonly CommandNode[] {
  const inOrder = actions.toSorted((a, b) => rankOf(a) - rankOf(b))
  return inOrder.map((action) => commandOf(action, lineEnd))
}

/** Flags count for what is stored behind them (RFC 5232 2), and nothing is done behind `stop`. */
function rankOf({ kind }: RuleAction): number {
  if (kind === 'stop') return 2
  return kind === 'markRead' || kind === 'flag' || kind === 'tag' ? 0 : 1
}

function commandOf(action: RuleAction, lineEnd: string): CommandNode {
  const text = (value: string) => stringNode(value.replaceAll('\n', lineEnd))
  switch (action.kind) {
    case 'move':
      return commandNode('fileinto', [stringNode(action.mailbox)])
    case 'copy':
      return commandNode('fileinto', [tagNode('copy'), stringNode(action.mailbox)])
    case 'markRead':
      return commandNode('addflag', [stringNode('\\Seen')])
    case 'flag':
      return commandNode('addflag', [stringNode('\\Flagged')])
    case 'tag':
      return commandNode('addflag', [stringNode(action.keyword)])
    case 'forward': {
      const copy = action.isCopyKept ? [tagNode('copy')] : []
      return commandNode('redirect', [...copy, stringNode(action.address)])
    }
    case 'answer': {
      const { days, subject, from, addresses } = action
      return commandNode('vacation', [
        ...tagged('days', days === undefined ? undefined : numberNode(days)),
        ...tagged('subject', subject === undefined ? undefined : stringNode(subject)),
        ...tagged('from', from === undefined ? undefined : stringNode(from)),
        ...tagged('addresses', addresses.length === 0 ? undefined : stringsNode(addresses)),
        text(action.text),
      ])
    }
    case 'reject':
      return commandNode('reject', [text(action.text)])
    case 'delete':
      return commandNode('discard', [])
    case 'keep':
    case 'stop':
      return commandNode(action.kind, [])
  }
}

function tagged(name: string, value: ArgumentNode | undefined): readonly ArgumentNode[] {
  return value === undefined ? [] : [tagNode(name), value]
}

/** The actions that commands stand for; undefined: one of them stands for none, or they do something else in this order. */
export function actionsOf(commands: readonly CommandNode[]): readonly RuleAction[] | undefined {
  const actions: RuleAction[] = []
  for (const command of commands) {
    const found = actionsOfCommand(command)
    if (found === undefined) return undefined
    actions.push(...found)
  }
  const firstStored = actions.findIndex(({ kind }) => STORING.includes(kind))
  const lastFlag = actions.findLastIndex((action) => rankOf(action) === 0)
  if (firstStored !== -1 && lastFlag > firstStored) return undefined
  const stop = actions.findIndex(({ kind }) => kind === 'stop')
  return stop === -1 || stop === actions.length - 1 ? actions : undefined
}

const STORING: readonly RuleAction['kind'][] = ['move', 'copy', 'keep']

function actionsOfCommand(command: CommandNode): readonly RuleAction[] | undefined {
  if (command.tests.length > 0 || command.block !== undefined) return undefined
  const bound = boundNode(command, TAGS.get(command.name) ?? [])
  if (bound === undefined) return undefined
  const { tags, positional } = bound
  const value = stringOf(positional[0]) ?? ''
  switch (command.name) {
    case 'fileinto':
      return [{ kind: tags.has('copy') ? 'copy' : 'move', mailbox: value }]
    case 'addflag':
      return positional[0] === undefined ? flagActionsOf(stringsOf(positional[1])) : undefined
    case 'redirect':
      return [{ kind: 'forward', address: value, isCopyKept: tags.has('copy') }]
    case 'vacation':
      return [
        {
          kind: 'answer',
          text: withLineFeeds(value),
          subject: stringOf(tags.get('subject')),
          days: numberOf(tags.get('days')),
          addresses: stringsOf(tags.get('addresses')),
          from: stringOf(tags.get('from')),
        },
      ]
    case 'reject':
      return [{ kind: 'reject', text: withLineFeeds(value) }]
    case 'discard':
      return [{ kind: 'delete' }]
    case 'keep':
      return [{ kind: 'keep' }]
    case 'stop':
      return [{ kind: 'stop' }]
    default:
      return undefined
  }
}

const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['fileinto', ['copy']],
  ['redirect', ['copy']],
  ['vacation', ['days', 'subject', 'addresses', 'from']],
])

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Several flags may stand in one string (RFC 5232 2). What is no keyword is found by `findRuleFault`. */
function flagActionsOf(strings: readonly string[]): readonly RuleAction[] {
  const flags = strings.flatMap((text) => text.split(' ')).filter((flag) => flag !== '')
  return flags.map((flag) => {
    if (/^\\seen$/i.test(flag)) return { kind: 'markRead' }
    return /^\\flagged$/i.test(flag) ? { kind: 'flag' } : { kind: 'tag', keyword: flag }
  })
}
