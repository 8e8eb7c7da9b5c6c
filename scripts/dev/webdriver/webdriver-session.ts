/** Commands over HTTP, each with its name in Marionette, Firefox's own protocol. */
export const commands = {
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  back: ['POST', '/back', 'WebDriver:Back'],
  currentUrl: ['GET', '/url', 'WebDriver:GetCurrentURL'],
  execute: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  clear: ['POST', '/element/{id}/clear', 'WebDriver:ElementClear'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  performActions: ['POST', '/actions', 'WebDriver:PerformActions'],
  currentWindow: ['GET', '/window', 'WebDriver:GetWindowHandle'],
  windows: ['GET', '/window/handles', 'WebDriver:GetWindowHandles'],
  newWindow: ['POST', '/window/new', 'WebDriver:NewWindow'],
  closeWindow: ['DELETE', '/window', 'WebDriver:CloseWindow'],
  switchToWindow: ['POST', '/window', 'WebDriver:SwitchToWindow'],
  resize: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  addCookie: ['POST', '/cookie', 'WebDriver:AddCookie'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'DELETE', string, string]>

type Command = keyof typeof commands

export type WebDriverSession = {
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Ends the browser and deletes its profile. */
  close(): Promise<void>
}

export const capabilities = { acceptInsecureCerts: true } as const

/** A refused command, with WebDriver's error code. */
export class WebDriverError extends Error {
  readonly code: string

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`)
    this.code = code
  }
}
