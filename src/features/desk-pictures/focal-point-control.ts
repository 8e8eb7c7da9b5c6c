/** Moves the focal point to where the picture is pressed, or with the arrow keys, and shows the resulting crops. */
import { formatFocalPoint, getObjectPosition } from '../../domain/image/focal-point.ts'

/** In per cent. */
const [step, largeStep] = [2, 10]

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** `read` returns null for the centre, where crops need no focal point. */
export function startFocalPoint(onChange: () => void) {
  const root = document.querySelector<HTMLElement>('[data-focal]')!
  const find = <Found extends HTMLElement>(part: string) => root.querySelector<Found>(part)!
  const [picture, point, status] = [find('[data-whole]'), find('[data-point]'), find('[data-at]')]
  const [left = 50, top = 50] = (root.dataset.focal || '50 50').split(' ').map(Number)
  let at: readonly [number, number] = [left, top]

  function move(x: number, y: number) {
    const [newX = 50, newY = 50] = formatFocalPoint(x, y).split(' ').map(Number)
    at = [newX, newY]
    point.style.left = `${newX}%`
    point.style.top = `${newY}%`
    const position = getObjectPosition(formatFocalPoint(newX, newY))!
    for (const crop of root.querySelectorAll<HTMLElement>('[data-crop]'))
      crop.style.objectPosition = position
    status.textContent = `${newX}% from the left, ${newY}% from the top`
    onChange()
  }

  function follow({ clientX, clientY }: PointerEvent) {
    const box = picture.getBoundingClientRect()
    move(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100)
  }

  picture.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    follow(event)
    point.focus({ focusVisible: false })
  })
  point.addEventListener('pointerdown', (event) => {
    point.setPointerCapture(event.pointerId)
    point.addEventListener('pointermove', follow)
    const end = () => point.removeEventListener('pointermove', follow)
    point.addEventListener('lostpointercapture', end, { once: true })
  })
  point.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    const by = event.shiftKey ? largeStep : step
    move(at[0] + direction[0] * by, at[1] + direction[1] * by)
  })
  find('[data-centre]').addEventListener('click', () => move(50, 50))

  return {
    read(): string | null {
      const focus = formatFocalPoint(...at)
      return focus === '50 50' ? null : focus
    },
  }
}
