import { z } from 'zod'
import { actions, type ActionName } from '../../../plugin/actions/index.ts'

/** JSON Schema as far as inputs of actions use it. */
const schema = z.looseObject({
  type: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  $ref: z.string().optional(),
})

/** An input that the action takes, with every field that it knows, made from its contract. */
export function sampleInput(name: ActionName): unknown {
  const input = actions.get(name)?.input
  if (input === undefined) throw new Error(`no action ${name}`)
  return sampleOf(z.toJSONSchema(input, { io: 'input' }))
}

/** Items that have an id each have another one. */
function distinct(item: unknown, at: number): unknown {
  const hasId = typeof item === 'object' && item !== null && 'id' in item
  return hasId && typeof item.id === 'string' ? { ...item, id: `${item.id}-${at}` } : item
}

function sampleOf(json: unknown): unknown {
  const known = schema.parse(json)
  const { examples, properties = {}, prefixItems, items, minItems = 0 } = known
  if (examples !== undefined) return examples[0]
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[0]
  const [choice] = known.anyOf ?? known.oneOf ?? []
  if (choice !== undefined) return sampleOf(choice)
  if (known.type === 'object') {
    const entries = Object.entries(properties)
    return Object.fromEntries(entries.map(([key, value]) => [key, sampleOf(value)]))
  }
  if (known.type === 'array') {
    if (prefixItems !== undefined) return prefixItems.map(sampleOf)
    return Array.from({ length: minItems }, (_, at) => distinct(sampleOf(items), at))
  }
  if (known.type === 'integer' || known.type === 'number') return Math.max(1, known.minimum ?? 1)
  return known.type === 'boolean' ? true : 'x'
}
