import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Toast, toast, useToaster } from 'react-hot-toast'
import { afterEach, describe, expect, it } from 'vitest'
import {
  showAction,
  showError,
  showLoading,
  showSuccess,
  Toasts,
  toastOptions,
} from './Toaster.tsx'

afterEach(() => toast.removeAll())

const shown = () => renderToStaticMarkup(createElement(Toasts)).match(/role="status"/g) ?? []

/** The toasts that are held now, as they would be shown. */
function held() {
  const found: Toast[] = []
  function Probe() {
    found.push(...useToaster(toastOptions).toasts)
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
    const durations = held().map(({ type, duration }) => [type, duration])
    expect(Object.fromEntries(durations)).toEqual({
      blank: 4000,
      error: 4000,
      custom: 4000,
      success: 2000,
      loading: Number.POSITIVE_INFINITY,
    })
  })

  it.each(['top-center', 'bottom-center'] as const)(
    'that tell an error at %s are yellow, stay five seconds, and interrupt',
    (position) => {
      showError('What went wrong', position)
      expect(held()).toMatchObject([
        {
          message: 'What went wrong',
          position,
          duration: 5000,
          className: expect.stringContaining('error'),
          ariaProps: { role: 'alert', 'aria-live': 'assertive' },
        },
      ])
    },
  )

  it('of other kinds wait for their turn', () => {
    showSuccess('Done')
    const end = showLoading('Working')
    expect(held().map(({ ariaProps }) => ariaProps.role)).toEqual(['status', 'status'])
    end()
    expect(held().map(({ message, visible }) => [message, visible])).toEqual([
      ['Working', false],
      ['Done', true],
    ])
  })

  it('with a button stay as long as others', () => {
    showAction('Removed', { label: 'Undo', act() {} })
    expect(held()).toMatchObject([{ type: 'blank', duration: 4000 }])
    const html = renderToStaticMarkup(createElement(Toasts))
    expect(html).toContain('Removed<button type="button">Undo</button>')
  })

  it('are 20 at most, the newest', () => {
    for (let count = 1; count <= 25; count++) toast(`toast ${count}`)
    expect(shown()).toHaveLength(20)
    const html = renderToStaticMarkup(createElement(Toasts))
    expect(html).toContain('toast 25')
    expect(html).not.toContain('toast 5<')
  })
})
