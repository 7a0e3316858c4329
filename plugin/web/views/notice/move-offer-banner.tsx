import { useApp } from '../../app/app-context.ts'
import { filtersOf } from '../../app/later/filters-of.ts'
import { moveOfferOf } from '../../app/later/move-offers-of.ts'
import { isFiltered, ruleOf, type MoveOffer } from '../../state/filters/move-offers.ts'
import type { FilterEntry } from '../../state/filters/rules.ts'
import { folderName } from '../../state/folder/names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

/** Suggests a filter for a sender whose messages were moved by hand. */
export function MoveOfferBanner() {
  const app = useApp()
  return app.env.hasFilters === true ? <Suggestion /> : null
}

function Suggestion() {
  const app = useApp()
  const { text, laterText, mailboxes, notices, settings } = app
  const texts = laterText.filters
  const shown = moveOfferOf(app)
  const offer = shown.value
  if (offer === undefined) return null
  const folder = mailboxes.find(offer.folder)
  const values = {
    address: offer.address,
    folder: folder === undefined ? offer.folder : folderName(folder, text),
  }
  const dismiss = () => (shown.value = undefined)

  async function change(
    make: (entries: readonly FilterEntry[]) => readonly FilterEntry[],
  ): Promise<boolean> {
    const filters = filtersOf(app)
    const isRead = await filters.load()
    const entries = filters.filters.peek()?.entries
    if (isRead && entries !== undefined && entries !== null) {
      if (await filters.saveEntries(make(entries))) return true
    }
    notices.fail(filters.problem.peek()?.message ?? texts.notRead)
    return false
  }

  async function accept(wanted: MoveOffer): Promise<void> {
    const rule = ruleOf(wanted)
    const isNew = (entry: FilterEntry) =>
      entry.kind === 'rule' && entry.rule.name === rule.name && isFiltered([entry], wanted.address)
    if (!(await change((entries) => [...entries, { kind: 'rule', rule }]))) return
    notices.say(texts.senderBlocked(values), {
      label: text.undo,
      run: () => void change((entries) => entries.filter((entry) => !isNew(entry))),
    })
  }

  return (
    <div class="banner">
      <Icon name="adjust" />
      <span role="status">{texts.moveOffer(values)}</span>
      <button
        type="button"
        class="button small"
        onClick={() => {
          dismiss()
          void accept(offer)
        }}
      >
        {texts.alwaysMove}
      </button>
      <button
        type="button"
        class="button small"
        onClick={() => {
          dismiss()
          settings.prefer('filterOffers', null).then(
            () => notices.say(texts.offersOff),
            (error: unknown) => notices.failed(error, text.actFailed),
          )
        }}
      >
        {texts.noOffers}
      </button>
      <IconButton icon="close" label={text.dismiss} onClick={dismiss} />
    </div>
  )
}
