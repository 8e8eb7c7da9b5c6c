import { useEffect, useRef } from 'react'

type FindElement = () => HTMLElement | null | undefined

/**
 * Moves the focus when the clicked button disappears, to the element found after that render. If the reader has moved
 * the focus meanwhile, it isn't moved. Null cancels the move, if the button remains after all.
 */
export function useMoveFocus(): (find: FindElement | null) => void {
  const pending = useRef<{ readonly pressed: Element | null; readonly find: FindElement } | null>(
    null,
  )
  useEffect(() => {
    if (!pending.current) return
    const { pressed, find } = pending.current
    // If a focused element is removed, or disabled while its request is pending, <body> gets the focus.
    if (pressed?.isConnected && pressed !== document.body) return
    pending.current = null
    if (document.activeElement === document.body) find()?.focus()
  })
  return (find) => {
    pending.current = find && { pressed: document.activeElement, find }
  }
}
