import { useSignal } from '@preact/signals'
import type { PageLanguage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { SettingEdits } from '../../state/settings/edits.ts'
import { useSettings } from './context.ts'
import { Choice, Switch } from './controls.tsx'
import { newerName, zonesWith } from './time-zones.ts'
import { TrustedSenders } from './trusted-senders.tsx'

/** Changes a preference; why it was not changed stands above the page. */
function usePreferences() {
  const { settings } = useApp()
  const { edits, words } = useSettings()
  const prefer: SettingEdits['prefer'] = (name, wanted) => edits.prefer(name, wanted)
  return { preferences: settings.preferences.value, prefer, words }
}

const previewLines = ['0', '1', '2'] as const
const readSeconds = [3, 10, 30] as const
const accents = ['blue', 'teal', 'green', 'violet', 'rose', 'slate'] as const

/** How mail is read. */
export function ReadingSettings() {
  const { preferences, prefer, words } = usePreferences()
  const { readAfterSeconds, remoteImages, afterMove } = preferences
  const { list, commands } = useApp()
  return (
    <>
      <Choice
        label={words.readAfter}
        value={String(readAfterSeconds ?? '')}
        options={[
          ['', words.readAfterUsual],
          ['0', words.readAtOnce],
          ...readSeconds.map(
            (seconds) => [String(seconds), words.readAfterSeconds({ seconds })] as const,
          ),
          ['-1', words.readNever],
        ]}
        onChoose={(value) => void prefer('readAfterSeconds', value === '' ? null : Number(value))}
      />
      <Choice
        label={words.remoteImages}
        value={remoteImages}
        options={[
          ['never', words.remoteNever],
          ['ask', words.remoteAsk],
          ['contacts', words.remoteContacts],
          ['always', words.remoteAlways],
        ]}
        onChoose={(value) => void prefer('remoteImages', value)}
      />
      {remoteImages === 'ask' || remoteImages === 'contacts' ? <TrustedSenders /> : null}
      <Choice
        label={words.afterMove}
        value={afterMove}
        options={[
          ['next', words.afterMoveNext],
          ['list', words.afterMoveList],
        ]}
        onChoose={(value) => void prefer('afterMove', value)}
      />
      <Choice
        label={words.sendsReceipts}
        value={preferences.sendsReceipts}
        options={[
          ['ask', words.receiptsAsk],
          ['never', words.receiptsNever],
          ['always', words.receiptsAlways],
        ]}
        onChoose={(value) => void prefer('sendsReceipts', value)}
      />
      <Choice
        label={words.preview}
        value={previewLines.find((lines) => Number(lines) === preferences.previewLines) ?? '0'}
        options={[
          ['0', words.previewNone],
          ['1', words.previewOne],
          ['2', words.previewTwo],
        ]}
        onChoose={(lines) => void prefer('previewLines', Number(lines))}
      />
      <Switch
        label={words.conversations}
        isOn={list.query.value.isThreaded}
        onSwitch={commands.toggleThreads}
      />
      <NotificationSwitch />
    </>
  )
}

/** The browser asks the person as well, once; what it does not allow is not switched on. */
function NotificationSwitch() {
  const { preferences, prefer, words } = usePreferences()
  // The wish holds for all browsers of the owner, the leave for this one.
  const isAllowed = useSignal(browserAllows())
  const isRefused = useSignal(preferences.notifies && !isAllowed.peek())

  async function change(isOn: boolean): Promise<void> {
    // Drawn again after each refusal: the browser has set the box before anybody was asked.
    isRefused.value = false
    if (isOn) isAllowed.value = (await askBrowser()) === 'granted'
    isRefused.value = isOn && !isAllowed.value
    if (!isRefused.value) await prefer('notifies', isOn)
  }

  return (
    <>
      <Switch
        label={words.notifies}
        isOn={preferences.notifies && isAllowed.value}
        onSwitch={(isOn) => void change(isOn)}
      />
      {isRefused.value ? (
        <p class="dialog-text" role="status">
          {words.notifyRefused}
        </p>
      ) : null}
    </>
  )
}

function browserAllows(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

/** Over plain HTTP, and on some phones, there is nothing to ask. */
function askBrowser(): Promise<NotificationPermission> {
  return 'Notification' in window
    ? Notification.requestPermission()
    : Promise.resolve('denied' as const)
}

/** How mail is written. */
export function WritingSettings() {
  const { preferences, prefer, words } = usePreferences()
  const { writeFormat, replyPlace, signaturePlace, requestsReceipts } = preferences
  return (
    <>
      <Choice
        label={words.writeFormat}
        value={writeFormat}
        options={[
          ['plain', words.plainText],
          ['formatted', words.formattedText],
        ]}
        onChoose={(value) => void prefer('writeFormat', value)}
      />
      <Choice
        label={words.replyPlace}
        value={replyPlace}
        options={[
          ['above', words.replyAbove],
          ['below', words.replyBelow],
        ]}
        onChoose={(value) => void prefer('replyPlace', value)}
      />
      <Choice
        label={words.signaturePlace}
        value={signaturePlace}
        options={[
          ['above-quote', words.signatureAbove],
          ['below-quote', words.signatureBelow],
        ]}
        onChoose={(value) => void prefer('signaturePlace', value)}
      />
      <Switch
        label={words.receipts}
        isOn={requestsReceipts}
        onSwitch={(isOn) => void prefer('requestsReceipts', isOn)}
      />
    </>
  )
}

/** Each language by its own name: who looks for theirs may not read the one on the screen. */
const languageNames: Readonly<Record<PageLanguage, string>> = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  ja: '日本語',
  tr: 'Türkçe',
  uk: 'Українська',
  pl: 'Polski',
  nl: 'Nederlands',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
  fr: 'Français',
}

/** In the same order in every language: an arrow key chooses one, and the next must not go back. */
function knownLanguages(): readonly PageLanguage[] {
  const isLanguage = (tag: string): tag is PageLanguage => tag in languageNames
  const { compare } = new Intl.Collator('en')
  return Object.keys(languageNames)
    .filter(isLanguage)
    .sort((one, other) => compare(languageNames[one], languageNames[other]))
}

/** How the page looks. */
export function LookSettings() {
  const { preferences, prefer, words } = usePreferences()
  const { env } = useApp()
  const { colorScheme, accent, density, readingPane } = preferences
  const { hourCycle, dateStyle, language, timeZone } = preferences
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = zonesWith(timeZone)
  return (
    <>
      <Choice
        label={words.colors}
        value={colorScheme}
        options={[
          ['system', words.colorsSystem],
          ['light', words.colorsLight],
          ['dark', words.colorsDark],
        ]}
        onChoose={(value) => void prefer('colorScheme', value)}
      />
      <Choice
        label={words.accent}
        value={accent}
        options={accents.map((name) => [name, words.accents[name]] as const)}
        onChoose={(value) => void prefer('accent', value)}
      />
      <Choice
        label={words.density}
        value={density}
        options={[
          ['comfortable', words.comfortable],
          ['compact', words.compact],
        ]}
        onChoose={(value) => void prefer('density', value)}
      />
      <Choice
        label={words.readingPane}
        value={readingPane}
        options={[
          ['right', words.readingPaneRight],
          ['below', words.readingPaneBelow],
          ['off', words.readingPaneOff],
        ]}
        onChoose={(value) => void prefer('readingPane', value)}
      />
      <Choice
        label={words.dates}
        value={dateStyle}
        options={[
          ['usual', words.datesUsual],
          ['iso', '2026-01-31'],
          ['day-first', '31/01/2026'],
          ['month-first', '01/31/2026'],
        ]}
        onChoose={(value) => void prefer('dateStyle', value)}
      />
      <Choice
        label={words.hours}
        value={hourCycle}
        options={[
          ['usual', words.hoursUsual],
          ['12', words.hours12],
          ['24', words.hours24],
        ]}
        onChoose={(value) => void prefer('hourCycle', value)}
      />
      <Choice
        label={words.language}
        value={language}
        options={[
          ['', words.languageUsual({ name: languageNames[env.usualLanguage] })],
          ...knownLanguages().map((tag) => [tag, languageNames[tag]] as const),
        ]}
        onChoose={(value) => void prefer('language', value)}
      />
      <Choice
        label={words.timeZone}
        value={timeZone ?? ''}
        options={[
          ['', words.timeZoneBrowser({ zone: newerName(ownZone) })],
          ...zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
        onChoose={(value) => void prefer('timeZone', value === '' ? null : value)}
      />
    </>
  )
}
