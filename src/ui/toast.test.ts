import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Toast, toast, useToaster } from 'react-hot-toast'
import { afterEach, describe, expect, it } from 'vitest'
import { showAction, showError, ToastContainer, toastOptions } from './Toaster.tsx'

afterEach(() => toast.removeAll())

const countShown = () =>
  renderToStaticMarkup(createElement(ToastContainer)).match(/role="status"/g) ?? []

function getActiveToasts() {
  const found: Toast[] = []
  function Probe() {
    found.push(...useToaster(toastOptions).toasts)
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  return found
}

describe('toasts', () => {
  it('have the duration of their kind', () => {
    toast('blank')
    toast.error('error')
    toast.custom('custom')
    toast.success('success')
    toast.loading('loading')
    const durations = getActiveToasts().map(({ type, duration }) => [type, duration])
    expect(Object.fromEntries(durations)).toEqual({
      blank: 4000,
      error: 4000,
      custom: 4000,
      success: 2000,
      loading: Number.POSITIVE_INFINITY,
    })
  })

  it.each(['top-center', 'bottom-center'] as const)(
    'are yellow, stay five seconds, and interrupt for errors at %s',
    (position) => {
      showError('What went wrong', position)
      expect(getActiveToasts()).toMatchObject([
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

  it('don’t interrupt if they’re of other kinds', () => {
    toast.success('Done')
    toast.loading('Working')
    expect(getActiveToasts().map(({ ariaProps }) => ariaProps.role)).toEqual(['status', 'status'])
  })

  it('stay as long as other toasts if they have a button', () => {
    showAction('Removed', { label: 'Undo', onAction() {} })
    expect(getActiveToasts()).toMatchObject([{ type: 'blank', duration: 4000 }])
    const html = renderToStaticMarkup(createElement(ToastContainer))
    expect(html).toContain('<span>Removed</span><button type="button">Undo</button>')
  })

  it('are limited to the 20 newest', () => {
    for (let count = 1; count <= 25; count++) toast(`toast ${count}`)
    expect(countShown()).toHaveLength(20)
    const html = renderToStaticMarkup(createElement(ToastContainer))
    expect(html).toContain('toast 25')
    expect(html).not.toContain('toast 5<')
  })
})
