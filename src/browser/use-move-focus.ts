import { useEffect, useRef } from 'react'

type FindElement = () => HTMLElement | null | undefined

/**
 * Moves the focus when the button that was pressed disappears: to the element found after that render. If the reader
 * has moved the focus meanwhile, it stays there. Null cancels the move, if the button stays after all.
 */
export function useMoveFocus(): (find: FindElement | null) => void {
  const pending = useRef<{ readonly pressed: Element | null; readonly find: FindElement } | null>(
    null,
  )
  useEffect(() => {
    if (!pending.current) return
    const { pressed, find } = pending.current
    // A focused element that is removed, or disabled while its request is pending, leaves it to <body>.
    if (pressed?.isConnected && pressed !== document.body) return
    pending.current = null
    if (document.activeElement === document.body) find()?.focus()
  })
  return (find) => {
    pending.current = find && { pressed: document.activeElement, find }
  }
}
