import { useEffect, useRef } from 'react'

type FindElement = () => HTMLElement | null | undefined

/**
 * When the clicked button disappears, moves the focus to the element that `find` returns after that render, unless the
 * reader has moved the focus since. Null cancels the move, for a button that remains after all.
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
