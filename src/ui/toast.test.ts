import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toast, useToaster } from 'react-hot-toast'
import { afterEach, describe, expect, it } from 'vitest'
import { Toasts, toastOptions } from './Toaster.tsx'

afterEach(() => toast.removeAll())

const shown = () => renderToStaticMarkup(createElement(Toasts)).match(/role="status"/g) ?? []

/** How long each toast would stay that is held now, by its kind. */
function durations() {
  const found: Record<string, number | undefined> = {}
  function Probe() {
    for (const { type, duration } of useToaster(toastOptions).toasts) found[type] = duration
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  return found
}

describe('toasts', () => {
  it('stay as long as their kind says', () => {
    toast('blank')
    toast.error('error')
    toast.custom('custom')
    toast.success('success')
    toast.loading('loading')
    expect(durations()).toEqual({
      blank: 4000,
      error: 4000,
      custom: 4000,
      success: 2000,
      loading: Number.POSITIVE_INFINITY,
    })
  })

  it('are 20 at most, the newest', () => {
    for (let count = 1; count <= 25; count++) toast(`toast ${count}`)
    expect(shown()).toHaveLength(20)
    const html = renderToStaticMarkup(createElement(Toasts))
    expect(html).toContain('toast 25')
    expect(html).not.toContain('toast 5<')
  })
})
