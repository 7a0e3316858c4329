import { useSignal } from '@preact/signals'
import type { PageLanguage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { SettingEdits } from '../../state/settings/edits.ts'
import { useSettings } from './context.ts'
import { Choice, Switch } from './controls.tsx'
import { MailtoHandler } from './mailto-handler.tsx'
import { newerName, zonesWith } from './time-zones.ts'
import { TrustedSenders } from './trusted-senders.tsx'

/** Changes a preference; why it was not changed is above the page. */
function usePreferences() {
  const { settings } = useApp()
  const { edits, texts } = useSettings()
  const prefer: SettingEdits['prefer'] = (name, wanted) => edits.prefer(name, wanted)
  return { preferences: settings.preferences.value, prefer, texts }
}

const previewLines = ['0', '1', '2'] as const
const readSeconds = [3, 10, 30] as const
const accents = ['blue', 'teal', 'green', 'violet', 'rose', 'slate'] as const

/** How mail is read. */
export function ReadingSettings() {
  const { preferences, prefer, texts } = usePreferences()
  const { readAfterSeconds, remoteImages, afterMove } = preferences
  const { list, commands } = useApp()
  return (
    <>
      <Choice
        label={texts.readAfter}
        value={String(readAfterSeconds ?? '')}
        options={[
          ['', texts.readAfterUsual],
          ['0', texts.readAtOnce],
          ...readSeconds.map(
            (seconds) => [String(seconds), texts.readAfterSeconds({ seconds })] as const,
          ),
          ['-1', texts.readNever],
        ]}
        onChoose={(value) => void prefer('readAfterSeconds', value === '' ? null : Number(value))}
      />
      <Choice
        label={texts.remoteImages}
        value={remoteImages}
        options={[
          ['never', texts.remoteNever],
          ['ask', texts.remoteAsk],
          ['contacts', texts.remoteContacts],
          ['always', texts.remoteAlways],
        ]}
        onChoose={(value) => void prefer('remoteImages', value)}
      />
      {remoteImages === 'ask' || remoteImages === 'contacts' ? <TrustedSenders /> : null}
      <Choice
        label={texts.afterMove}
        value={afterMove}
        options={[
          ['next', texts.afterMoveNext],
          ['list', texts.afterMoveList],
        ]}
        onChoose={(value) => void prefer('afterMove', value)}
      />
      <Choice
        label={texts.sendsReceipts}
        value={preferences.sendsReceipts}
        options={[
          ['ask', texts.receiptsAsk],
          ['never', texts.receiptsNever],
          ['always', texts.receiptsAlways],
        ]}
        onChoose={(value) => void prefer('sendsReceipts', value)}
      />
      <Choice
        label={texts.preview}
        value={previewLines.find((lines) => Number(lines) === preferences.previewLines) ?? '0'}
        options={[
          ['0', texts.previewNone],
          ['1', texts.previewOne],
          ['2', texts.previewTwo],
        ]}
        onChoose={(lines) => void prefer('previewLines', Number(lines))}
      />
      <Switch
        label={texts.conversations}
        isOn={list.query.value.isThreaded}
        onSwitch={commands.toggleThreads}
      />
      <Switch
        label={texts.relatedMessages}
        isOn={preferences.relatedMessages}
        onSwitch={(isOn) => void prefer('relatedMessages', isOn)}
      />
      <NotificationSwitch />
    </>
  )
}

/** The browser asks the user as well, once; what it does not allow is not switched on. */
function NotificationSwitch() {
  const { preferences, prefer, texts } = usePreferences()
  // The wish holds for all browsers of the owner, the leave for this one.
  const isAllowed = useSignal(browserAllows())
  const isRefused = useSignal(preferences.notifies && !isAllowed.peek())

  async function change(isOn: boolean): Promise<void> {
    // Drawn again after each refusal: the browser has set the box before anyone was asked.
    isRefused.value = false
    if (isOn) isAllowed.value = (await defaultOfBrowser()) === 'granted'
    isRefused.value = isOn && !isAllowed.value
    if (!isRefused.value) await prefer('notifies', isOn)
  }

  return (
    <>
      <Switch
        label={texts.notifies}
        isOn={preferences.notifies && isAllowed.value}
        onSwitch={(isOn) => void change(isOn)}
      />
      {isRefused.value ? (
        <p class="dialog-text" role="status">
          {texts.notifyRefused}
        </p>
      ) : null}
    </>
  )
}

function browserAllows(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

/** Over plain HTTP, and on some phones, there is nothing to ask. */
function defaultOfBrowser(): Promise<NotificationPermission> {
  return 'Notification' in window
    ? Notification.requestPermission()
    : Promise.resolve('denied' as const)
}

/** Those that are offered, with the one in force. */
function undoTimes(inForce: number): readonly number[] {
  const times = new Set([5, 10, 20, 30, 60, inForce])
  times.delete(0)
  return [...times].toSorted((one, other) => one - other)
}

/** How mail is written. */
export function WritingSettings() {
  const { preferences, prefer, texts } = usePreferences()
  const { writeFormat, replyPlace, signaturePlace, requestsReceipts, undoSeconds } = preferences
  const { env } = useApp()
  return (
    <>
      <Choice
        label={texts.writeFormat}
        value={writeFormat}
        options={[
          ['plain', texts.plainText],
          ['formatted', texts.formattedText],
        ]}
        onChoose={(value) => void prefer('writeFormat', value)}
      />
      <Choice
        label={texts.undoSend}
        value={String(undoSeconds ?? env.undoSeconds)}
        options={[
          ['0', texts.undoOff],
          ...undoTimes(undoSeconds ?? env.undoSeconds).map(
            (seconds) => [String(seconds), texts.undoFor({ seconds })] as const,
          ),
        ]}
        onChoose={(value) => void prefer('undoSeconds', Number(value))}
      />
      <Choice
        label={texts.replyPlace}
        value={replyPlace}
        options={[
          ['above', texts.replyAbove],
          ['below', texts.replyBelow],
        ]}
        onChoose={(value) => void prefer('replyPlace', value)}
      />
      <Choice
        label={texts.signaturePlace}
        value={signaturePlace}
        options={[
          ['above-quote', texts.signatureAbove],
          ['below-quote', texts.signatureBelow],
        ]}
        onChoose={(value) => void prefer('signaturePlace', value)}
      />
      <Switch
        label={texts.receipts}
        isOn={requestsReceipts}
        onSwitch={(isOn) => void prefer('requestsReceipts', isOn)}
      />
      <MailtoHandler />
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
  const { preferences, prefer, texts } = usePreferences()
  const { env } = useApp()
  const { colorScheme, accent, density, readingPane } = preferences
  const { hourCycle, dateStyle, language, timeZone } = preferences
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = zonesWith(timeZone)
  return (
    <>
      <Choice
        label={texts.colors}
        value={colorScheme}
        options={[
          ['system', texts.colorsSystem],
          ['light', texts.colorsLight],
          ['dark', texts.colorsDark],
        ]}
        onChoose={(value) => void prefer('colorScheme', value)}
      />
      <Choice
        label={texts.accent}
        value={accent}
        options={accents.map((name) => [name, texts.accents[name]] as const)}
        onChoose={(value) => void prefer('accent', value)}
      />
      <Choice
        label={texts.density}
        value={density}
        options={[
          ['comfortable', texts.comfortable],
          ['compact', texts.compact],
        ]}
        onChoose={(value) => void prefer('density', value)}
      />
      <Choice
        label={texts.readingPane}
        value={readingPane}
        options={[
          ['right', texts.readingPaneRight],
          ['below', texts.readingPaneBelow],
          ['off', texts.readingPaneOff],
        ]}
        onChoose={(value) => void prefer('readingPane', value)}
      />
      <Choice
        label={texts.dates}
        value={dateStyle}
        options={[
          ['usual', texts.datesUsual],
          ['iso', '2026-01-31'],
          ['day-first', '31/01/2026'],
          ['month-first', '01/31/2026'],
        ]}
        onChoose={(value) => void prefer('dateStyle', value)}
      />
      <Choice
        label={texts.hours}
        value={hourCycle}
        options={[
          ['usual', texts.hoursUsual],
          ['12', texts.hours12],
          ['24', texts.hours24],
        ]}
        onChoose={(value) => void prefer('hourCycle', value)}
      />
      <Choice
        label={texts.language}
        value={language}
        options={[
          ['', texts.languageUsual({ name: languageNames[env.usualLanguage] })],
          ...knownLanguages().map((tag) => [tag, languageNames[tag]] as const),
        ]}
        onChoose={(value) => void prefer('language', value)}
      />
      <Choice
        label={texts.timeZone}
        value={timeZone ?? ''}
        options={[
          ['', texts.timeZoneBrowser({ zone: newerName(ownZone) })],
          ...zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
        onChoose={(value) => void prefer('timeZone', value === '' ? null : value)}
      />
    </>
  )
}
