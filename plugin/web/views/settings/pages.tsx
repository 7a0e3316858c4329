import type { FunctionComponent } from 'preact'
import type { NativeSettings } from '../../../wire/native/types.ts'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { addressOfLayer, layerOf } from '../../state/page/location.ts'
import type { SettingsCatalogue } from '../../texts/later-texts.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { useFocusRestore } from '../dialog/focus-restore.ts'
import { UnsavedQuestion } from '../dialog/unsaved-question.tsx'
import { stayInPage } from '../frame/stay-in-page.ts'
import { FailureNote } from '../notice/failure.tsx'
import { useSettings } from './context.ts'
import { FolderUses } from './folder-uses.tsx'
import { BlockedSenders } from './filters/blocked.tsx'
import { FilterList } from './filters/filter-list.tsx'
import { ForwardingPage } from './filters/forwarding.tsx'
import { VacationPage } from './filters/vacation.tsx'
import { Identities } from './identities.tsx'
import { KeySettings } from './keys.tsx'
import { LookSettings, ReadingSettings, WritingSettings } from './preferences.tsx'
import { Passkeys } from './account/passkeys.tsx'
import { PasswordForm } from './account/password.tsx'
import { SecondFactor } from './account/second-factor.tsx'
import { OwnSessions } from './account/sessions.tsx'
import { Templates } from './templates.tsx'
import { isRightToLeft } from '../../texts/direction.ts'

interface Page {
  readonly name:
    | 'identities'
    | 'reading'
    | 'writing'
    | 'templates'
    | 'look'
    | 'keys'
    | 'folders'
    | 'filters'
    | 'vacation'
    | 'forwarding'
    | 'blocked'
    | 'sessions'
    | 'password'
    | 'secondFactor'
    | 'passkeys'
  readonly View: FunctionComponent
}

const FIRST_PAGE: Page = { name: 'identities', View: Identities }
const allPages: readonly Page[] = [
  FIRST_PAGE,
  { name: 'reading', View: ReadingSettings },
  { name: 'writing', View: WritingSettings },
  { name: 'templates', View: Templates },
  { name: 'look', View: LookSettings },
  { name: 'keys', View: KeySettings },
  { name: 'folders', View: FolderUses },
  { name: 'filters', View: FilterList },
  { name: 'vacation', View: VacationPage },
  { name: 'forwarding', View: ForwardingPage },
  { name: 'blocked', View: BlockedSenders },
  { name: 'sessions', View: OwnSessions },
  { name: 'password', View: PasswordForm },
  { name: 'secondFactor', View: SecondFactor },
  { name: 'passkeys', View: Passkeys },
]

/** They are there where a server of filters is. */
const filterPages: ReadonlySet<Page['name']> = new Set([
  'filters',
  'vacation',
  'forwarding',
  'blocked',
])

/** Where one continues: in the form that was opened, or in the list that came back. */
const NEXT = [
  'form :is(input, select, textarea)',
  ':scope > button.button:not(:disabled)',
  ':scope > .dialog-acts > button.primary',
]

/** All settings, a page at a time (ARIA APG tabs). */
export function SettingsPages() {
  const { env, text, dialogs, settings, notices, unsaved } = useApp()
  const { edits, own, filters, texts } = useSettings()
  const pages = allPages.filter(
    ({ name }) =>
      (env.hasFilters === true || !filterPages.has(name)) &&
      isOffered(name, settings.settings.value),
  )
  const { name: open, View } =
    pages.find(({ name }) => name === dialogs.section.value) ?? FIRST_PAGE
  useEffect(() => {
    settings.load().catch((error: unknown) => notices.failed(error))
  }, [])
  // The first thing in it is the way out of it.
  useEffect(() => document.getElementById(tabId(open))?.focus(), [])
  // On a phone the tabs are a row that is wider than the screen.
  useEffect(() => {
    const tab = document.getElementById(tabId(open))
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  const panel = useRef<HTMLDivElement>(null)
  useFocusRestore(panel, () => {
    const [found] = NEXT.flatMap(
      (selector) => panel.current?.querySelector<HTMLElement>(selector) ?? [],
    )
    return found ?? document.getElementById(tabId(open))
  })

  return (
    <Dialog isWide title={text.settings} onClose={() => unsaved.leave(dialogs.close)}>
      <div class="settings">
        <div
          class="settings-pages"
          role="tablist"
          aria-label={text.settings}
          onKeyDown={(event) => {
            const next = nextPage(event.key, open, pages)
            if (next === undefined) return
            event.preventDefault()
            unsaved.leave(() => {
              dialogs.section.value = next
              document.getElementById(tabId(next))?.focus()
            })
          }}
        >
          {pages.map(({ name }) => (
            <PageTab
              key={name}
              {...{ name, texts, isOpen: name === open }}
              onOpen={() =>
                unsaved.leave(() => {
                  edits.forgetProblem()
                  own.forgetProblem()
                  filters.forgetProblem()
                  dialogs.section.value = name
                })
              }
            />
          ))}
        </div>
        <div
          ref={panel}
          class="settings-page"
          role="tabpanel"
          id="settings-page"
          aria-labelledby={tabId(open)}
        >
          <UnsavedQuestion />
          <FailureNote failure={edits.problem.value} />
          {settings.settings.value === undefined ? (
            <p class="dialog-text" role="status">
              {texts.loading}
            </p>
          ) : (
            <View />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Some are there where the administrator has configured what they are about. */
function isOffered(name: Page['name'], settings: NativeSettings | undefined): boolean {
  if (name === 'password') return typeof settings?.passwordMinLength === 'number'
  const isFactor = name === 'secondFactor' || name === 'passkeys'
  return !isFactor || typeof settings?.hasSecondFactor === 'boolean'
}

interface PageTabProps {
  readonly name: Page['name']
  readonly texts: SettingsCatalogue
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function PageTab({ name, texts, isOpen, onOpen }: PageTabProps) {
  return (
    <a
      role="tab"
      href={addressOfLayer(layerOf('settings', name))}
      id={tabId(name)}
      class="settings-tab"
      aria-selected={isOpen}
      aria-controls="settings-page"
      tabIndex={isOpen ? 0 : -1}
      onClick={stayInPage(onOpen)}
    >
      {texts[name]}
    </a>
  )
}

function tabId(name: Page['name']): string {
  return `settings-${name}`
}

/** Arrows of both directions: the tabs stand below each other, on a phone side by side, from where a line starts. */
function nextPage(
  key: string,
  open: Page['name'],
  pages: readonly Page[],
): Page['name'] | undefined {
  const index = pages.findIndex(({ name }) => name === open)
  const [forward, back] = isRightToLeft()
    ? ['ArrowLeft', 'ArrowRight']
    : ['ArrowRight', 'ArrowLeft']
  if (key === 'ArrowDown' || key === forward) return pages[(index + 1) % pages.length]?.name
  if (key === 'ArrowUp' || key === back) return pages.at(index - 1)?.name
  if (key === 'Home') return pages[0]?.name
  return key === 'End' ? pages.at(-1)?.name : undefined
}
