import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { momentOf, wallTimeOf } from '../../state/outbox/wall-time.ts'
import { timeZoneInForce } from '../../texts/format.ts'

interface SendTimeFieldProps {
  /** Unix ms; null: in an hour. */
  readonly dueAt: number | null
  readonly onChoose: (dueAt: number) => void
}

/** The server takes no later one. */
const MAX_AHEAD_MS = 366 * 86_400_000
const HOUR_MS = 3_600_000

/** A date and time in the zone that the page tells times in. */
export function SendTimeField({ dueAt, onChoose }: SendTimeFieldProps) {
  const texts = useApp().laterText.mail
  const field = useRef<HTMLInputElement>(null)
  const zone = timeZoneInForce()
  const now = Date.now()
  const value = useSignal(wallTimeOf(dueAt ?? now + HOUR_MS, zone))
  useLayoutEffect(() => field.current?.focus(), [])

  function choose(): void {
    if (field.current?.reportValidity() !== true) return
    const at = momentOf(value.peek(), zone)
    if (!Number.isNaN(at)) onChoose(at)
  }

  return (
    <div
      class="send-time"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        choose()
      }}
    >
      <input
        ref={field}
        type="datetime-local"
        required
        aria-label={texts.sendTime}
        min={wallTimeOf(now, zone)}
        max={wallTimeOf(now + MAX_AHEAD_MS, zone)}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
      <button type="button" class="button small primary" onClick={choose}>
        {texts.schedule}
      </button>
    </div>
  )
}
