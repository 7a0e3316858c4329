import { z } from 'zod'
import { configSchema } from '../../plugin/config/schema.ts'

/** The page of all settings, plugin/docs/settings.md. */
export function settingsDocument(): string {
  return `# Settings

Made from \`plugin/config/schema.ts\` by \`npx tsx scripts/settings/main.ts\`; do not change it here.

The configuration is one JSON file. Every setting can be overridden by an environment variable: \`imap.port\` by
\`POSTERN_IMAP_PORT\`, \`imap.connectionsPerAccount\` by \`POSTERN_IMAP_CONNECTIONS_PER_ACCOUNT\`. Unknown keys are errors, and all
problems are told at once by \`postern --config FILE --check-config\`. \`Ms\` are milliseconds.

${settingsTable()}`
}

/** The parts of JSON Schema that the settings use; everything else is passed over. */
const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
})

type SchemaNode = z.output<typeof nodeSchema>

/** One Markdown row per setting: key, what it may be, default, meaning. Made from the schema that validates. */
export function settingsTable(): string {
  const root = nodeSchema.parse(
    z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }),
  )
  const rows = rowsOf(root, '').map((cells) => `| ${cells.map(escapeCell).join(' | ')} |\n`)
  return `| setting | may be | default | meaning |\n|---|---|---|---|\n${rows.join('')}`
}

type Row = readonly [key: string, kind: string, fallback: string, meaning: string]

function rowsOf(node: SchemaNode, key: string): readonly Row[] {
  const properties = variantsOf(node).flatMap(({ properties = {} }) => Object.entries(properties))
  // What several variants have in common is one setting.
  const sections = [...new Map(properties)]
  const nested: Row[] = sections.flatMap(([name, child]) =>
    rowsOf(nodeSchema.parse(child), key === '' ? name : `${key}.${name}`),
  )
  const isSection = sections.length > 0
  const item = nodeSchema.safeParse(node.items)
  // Of a list of sections each setting has its row, where the section says what it is.
  if (item.data?.description !== undefined && item.data.properties !== undefined) {
    nested.push(...rowsOf(item.data, `${key}[]`))
  }
  if (isSection && node.description === undefined) return nested
  const own: Row = [
    key,
    isSection ? 'section' : kindOf(node),
    defaultOf(node, isSection),
    node.description ?? '',
  ]
  return key === '' ? nested : [own, ...nested]
}

/** Of a union its members, unions among them taken apart; anything else is its only variant. */
function variantsOf(node: SchemaNode): readonly SchemaNode[] {
  if (node.anyOf === undefined) return [node]
  return node.anyOf.flatMap((variant) => variantsOf(nodeSchema.parse(variant)))
}

function kindOf(node: SchemaNode): string {
  if (node.anyOf !== undefined) return variantsOf(node).map(kindOf).join(' or ')
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(', ')
  if (node.type !== 'integer' && node.type !== 'number')
    return [node.type ?? 'any'].flat().join(' or ')
  const most = node.maximum === Number.MAX_SAFE_INTEGER ? '' : node.maximum
  return `${node.minimum ?? ''}–${most ?? ''}`
}

/** What a section has by default is told by its settings. */
function defaultOf({ default: value }: SchemaNode, isSection: boolean): string {
  if (value === undefined || (isSection && value !== null)) return ''
  return `\`${JSON.stringify(value)}\``
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
