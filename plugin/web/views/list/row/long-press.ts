import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

/** As long as phones wait; they scroll with what moves further. */
const PRESS_MS = 450
const SLACK_PIXELS = 10

interface Press {
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
}

/** Runs `onPress` when a finger stays where it went down. */
export function useLongPress(onPress: () => void) {
  /** A row that can be dragged would be dragged by a finger that stays. */
  const isTouched = useSignal(false)
  const press = useRef<Press | undefined>(undefined)
  const wasLong = useRef(false)

  function end(): void {
    clearTimeout(press.current?.timer)
  }

  /** True once, for the click that the end of a long press makes. */
  function takeClick(): boolean {
    const isOfPress = wasLong.current
    wasLong.current = false
    return isOfPress
  }

  function down({ pointerType, clientX, clientY }: PointerEvent): void {
    wasLong.current = false
    isTouched.value = pointerType === 'touch'
    if (pointerType !== 'touch') return
    const timer = setTimeout(() => {
      wasLong.current = true
      onPress()
    }, PRESS_MS)
    press.current = { x: clientX, y: clientY, timer }
  }

  function move({ clientX, clientY }: PointerEvent): void {
    const { x = clientX, y = clientY } = press.current ?? {}
    if (Math.hypot(clientX - x, clientY - y) > SLACK_PIXELS) end()
  }

  return { isTouched: isTouched.value, takeClick, down, move, end }
}
