import { readdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { type Declaration, generate, parse, walk } from 'css-tree'

const styles = new URL('../../../plugin/web/styles/', import.meta.url)
const views = new URL('../../../plugin/web/views/', import.meta.url)

test('no style of the page names left or right, so that it holds where lines begin at the right', async (t) => {
  const named: string[] = []
  for (const file of await readdir(styles, { recursive: true })) {
    if (!file.endsWith('.css')) continue
    walk(parse(await readFile(new URL(file, styles), 'utf8')), {
      visit: 'Declaration',
      enter(declaration) {
        if (namesSide(declaration)) named.push(`${file}: ${generate(declaration)}`)
      },
    })
  }

  t.deepEqual(named, [])
})

test('the dark of the system and the dark that a user chose are one', async (t) => {
  const tokens = parse(await readFile(new URL('tokens.css', styles), 'utf8'))
  const bySelector = new Map<string, readonly string[]>()
  walk(tokens, {
    visit: 'Rule',
    enter({ prelude, block }) {
      const colors = block.children.toArray().map((one) => generate(one))
      bySelector.set(
        generate(prelude),
        colors.filter((text) => text.startsWith('--')),
      )
    },
  })

  const chosen = bySelector.get(':root[data-color-scheme="dark"]') ?? []
  t.true(chosen.length > 20)
  t.deepEqual(bySelector.get(':root:not([data-color-scheme="light"])'), chosen)
})

test('no view has a style that names left or right', async (t) => {
  const named: string[] = []
  for (const file of await readdir(views, { recursive: true })) {
    if (!file.endsWith('.tsx')) continue
    const code = await readFile(new URL(file, views), 'utf8')
    for (const [style] of code.matchAll(/style=\{\{[^}]*\}\}/g)) {
      if (/\b(left|right)\b|(Left|Right)\b/.test(style)) named.push(`${file}: ${style}`)
    }
  }

  t.deepEqual(named, [])
})

test('each spelling of a side is found', (t) => {
  const sided = [
    'left: 0',
    'margin-right: 1px',
    'border-top-left-radius: 1px',
    'text-align: right',
    'background: linear-gradient(to right, red, blue)',
    'transform: translateX(-50%)',
    'padding: 1px 2px 3px 4px',
    'border-radius: 1px 2px 1px 1px',
  ]
  const logical = [
    'inset-inline: 0 auto',
    'text-align: start',
    'padding: 1px 2px 3px',
    'margin: 0 auto',
  ]

  t.deepEqual(
    sided.filter((text) => !namesSide(declarationOf(text))),
    [],
  )
  t.deepEqual(
    logical.filter((text) => namesSide(declarationOf(text))),
    [],
  )
})

function declarationOf(text: string): Declaration {
  const node = parse(text, { context: 'declaration' })
  if (node.type !== 'Declaration') throw new TypeError(text)
  return node
}

/** True for a property or a value that is of one side, and not of where a line starts or ends. */
function namesSide({ property, value }: Declaration): boolean {
  if (/(^|-)(left|right)(-|$)/.test(property)) return true
  const text = generate(value)
  if (/\b(left|right)\b|translateX|translate\(|translate3d/.test(text)) return true
  const parts = value.type === 'Value' ? value.children.toArray().map((part) => generate(part)) : []
  if (parts.length !== 4) return false
  if (['margin', 'padding', 'inset'].includes(property)) return parts[1] !== parts[3]
  return property === 'border-radius' && (parts[0] !== parts[1] || parts[2] !== parts[3])
}
