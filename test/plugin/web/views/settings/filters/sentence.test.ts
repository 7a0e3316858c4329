import test from 'ava'
import type { Rule } from '../../../../../../plugin/web/state/filters/rules.ts'
import { setPageLocale, setTimeStyle } from '../../../../../../plugin/web/texts/format.ts'
import { laterTexts } from '../../../../../../plugin/web/texts/later-texts.ts'
import { sentenceOf } from '../../../../../../plugin/web/views/settings/filters/sentence.ts'

const usual = { hourCycle: 'usual', dateStyle: 'usual', timeZone: null } as const

function ruleWith(condition: Rule['conditions'][number]): Rule {
  const actions: Rule['actions'] = [{ kind: 'stop' }]
  return { name: '', isEnabled: true, match: 'all', conditions: [condition], actions }
}

test.serial(
  'the day of a filter is written in the date style of its owner, in any zone',
  async (t) => {
    setPageLocale('en-GB')
    const { filters } = await laterTexts.en()
    const rule = ruleWith({ kind: 'date', isNot: false, comparison: 'since', day: '2026-11-02' })
    const sentence = () => sentenceOf(rule, filters, String)

    for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles', null]) {
      setTimeStyle({ ...usual, timeZone })
      t.regex(sentence(), /2 Nov 2026/)
      setTimeStyle({ ...usual, dateStyle: 'iso', timeZone })
      t.regex(sentence(), /2026-11-02/)
    }
  },
)

test.serial('in Arabic each value keeps its own direction', async (t) => {
  setPageLocale('ar')
  setTimeStyle(usual)
  const { filters } = await laterTexts.ar()
  const field = { kind: 'from', part: 'text' } as const
  const values = ['shop (old)', 'store']
  const rule = ruleWith({ kind: 'text', isNot: false, field, comparison: 'contains', values })

  const sentence = sentenceOf(rule, filters, String)

  t.true(sentence.includes('\u2068shop (old)\u2069'), sentence)
  t.true(sentence.includes('\u2068store\u2069'), sentence)
})
