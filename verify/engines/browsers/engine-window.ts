/** How a browser is started. */
export interface Device {
  /** A phone's User-Agent and a coarse pointer. */
  isPhone: boolean;
  /** Whether the browser accepts cookies, by default. */
  hasCookies?: boolean;
  /** Whether pages run scripts, by default. */
  hasScripts?: boolean;
}

/** The window of a browser that has never been used, in one of the engines. */
export interface EngineWindow {
  /** Opens an address, and waits until it's loaded. */
  open(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** The string that an expression results in on the page. Works without scripts, too. @throws while the page changes. */
  evaluate(expression: string): Promise<string>;
  /** Presses a place of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>;
  /** Types into the focused field. */
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}
