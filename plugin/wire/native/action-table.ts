import { z } from 'zod'
import { actions, type Action } from '../../actions/index.ts'

/** The table of plugin/docs/protocol.md: a row for each action, from its contract. */
export function actionTable(): string {
  const rows = [...actions.values()].map(rowOf)
  return ['| action | | takes | answers |', '|---|---|---|---|', ...rows].join('\n')
}

function rowOf({ name, method, about, input, output, takesFiles }: Action): string {
  const fields = fieldsOf(input).map((field) => `\`${field}\``)
  const takes = [...fields, ...(takesFiles === true ? ['files'] : [])].join(', ')
  const kinds = output === 'file' ? ['a file'] : kindsOf(output).map((kind) => `\`${kind}\``)
  return `| \`${name}\` | ${method} | ${takes} | ${kinds.join(' or ')}: ${about} |`
}

const schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
})

/** The fields of an input; those that may be left out with a question mark. */
function fieldsOf(input: z.ZodType): readonly string[] {
  const known = schema.parse(z.toJSONSchema(input, { io: 'input' }))
  const objects = known.oneOf === undefined ? [known] : known.oneOf.map((one) => schema.parse(one))
  const names = objects.flatMap(({ properties = {} }) => Object.keys(properties))
  const isNeeded = (name: string) => objects.every(({ required = [] }) => required.includes(name))
  return [...new Set(names)].map((name) => (isNeeded(name) ? name : `${name}?`))
}

function kindsOf(output: z.ZodType): readonly string[] {
  const known = schema.parse(z.toJSONSchema(output, { io: 'output' }))
  const objects = known.oneOf === undefined ? [known] : known.oneOf.map((one) => schema.parse(one))
  return objects.map(({ properties = {} }) => String(schema.parse(properties['kind']).const))
}
