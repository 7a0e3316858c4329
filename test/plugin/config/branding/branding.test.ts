import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { colorOf, contrastOf, hexOf } from '../../../../plugin/config/branding/color.ts'
import {
  darkAccentOf,
  LEAST_CONTRAST,
  SURFACES,
  worstContrast,
} from '../../../../plugin/config/branding/palette.ts'
import { brandingProblems, logoProblems } from '../../../../plugin/config/branding/problems.ts'
import { loadBrands } from '../../../../plugin/branding/brands.ts'
import { ConfigFault, parseConfig } from '../../../../plugin/config/config.ts'
import { brand } from '../../../../plugin/config/sections/branding.ts'
import { makeDirectory, removeDirectory } from '../../../support/process/temporary-directory.ts'

test('contrast is that of WCAG', (t) => {
  const ratio = (one: string, other: string) =>
    Math.round(contrastOf(colorOf(one), colorOf(other)) * 100) / 100

  t.is(ratio('#000000', '#ffffff'), 21)
  t.is(ratio('#777777', '#ffffff'), 4.48)
  t.is(ratio('#2c50c9', '#2c50c9'), 1)
})

test('a colour that cannot be read is told with what it is read on, and one that can is not', (t) => {
  const brands = [
    brand.parse({ colors: { accent: '#2c50c9', accentDark: '#9ab1ff' } }),
    brand.parse({ hosts: ['a.test'], colors: { accent: '#ffcc00', accentDark: '#202020' } }),
  ]

  t.deepEqual(
    brandingProblems(brands).map((problem) => problem.split(' cannot')[0]),
    ['branding.1.colors.accent: #ffcc00', 'branding.1.colors.accentDark: #202020'],
  )
  t.regex(brandingProblems(brands)[0] ?? '', /is 1\.\d:1, and needs 4\.5:1/)
})

test('of every accent a dark one is made that can be read', (t) => {
  const accents = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))

  fc.assert(
    fc.property(accents, ([red = 0, green = 0, blue = 0]) => {
      const made = darkAccentOf(hexOf([red, green, blue]))
      return worstContrast(made, 'dark').ratio >= LEAST_CONTRAST
    }),
  )
  t.pass()
})

test('contrast is measured against the colours that the pages have', async (t) => {
  const tokens = await readFile(
    new URL('../../../../plugin/web/styles/tokens.css', import.meta.url),
    'utf8',
  )
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)')

  for (const [css, surfaces] of [
    [light, SURFACES.light],
    [dark, SURFACES.dark],
  ] as const) {
    for (const [name, color] of Object.entries(surfaces)) {
      t.true(css.includes(`--${name}: ${color};`), `${name} ${color}`)
    }
  }
})

test('a host, a mail domain and everybody else are of one brand each', (t) => {
  const brands = [{ hosts: ['a.test'] }, { domains: ['a.test'] }, {}, { hosts: ['a.test'] }, {}]

  t.deepEqual(brandingProblems(brands.map((one) => brand.parse(one))), [
    'branding.3.hosts: "a.test" is of branding.0 already',
    'branding.4: must have hosts or domains; branding.2 is for everybody else',
  ])
})

test('a logo is known by its bytes, and one that is none, too large or away is told', async (t) => {
  const directory = await makeDirectory('logos')
  t.teardown(() => removeDirectory(directory))
  const files = {
    'a.txt': '<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    'b.svg': '<!doctype html><html></html>',
    'c.png': `\x89PNG\r\n\x1a\n${'x'.repeat(256 * 1024)}`,
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), content, 'latin1')
  }
  const names = [...Object.keys(files), 'd.png']

  const problems = await logoProblems(
    names.map((name) => brand.parse({ logo: join(directory, name) })),
  )

  t.deepEqual(
    problems.map((problem) => problem.replaceAll(directory, '').replace(/:? \/[a-d].*? /, ': ')),
    [
      'branding.1.logo: is no PNG, JPEG, WebP or SVG',
      'branding.2.logo: has 262152 bytes; a logo has at most 262144',
      "branding.3.logo: ENOENT: no such file or directory, open '/d.png'",
    ],
  )
})

test('a start tells colours with all other faults of the configuration, and then logos by their setting', async (t) => {
  const branding = [{ colors: { accent: '#ffff00' } }]

  const fault = t.throws(() => parseConfig({ branding }), { instanceOf: ConfigFault })
  const logo = await t.throwsAsync(loadBrands([brand.parse({ logo: '/nothing.png' })]))

  t.is(fault.problems.length, 1)
  t.regex(fault.problems[0] ?? '', /^branding\.0\.colors\.accent: #ffff00 cannot be read/)
  t.like(logo, { name: 'InvalidSetting', setting: 'branding.0.logo' })
})
