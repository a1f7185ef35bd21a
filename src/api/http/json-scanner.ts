/**
 * Finds a large field of a JSON object while its bytes arrive, without parsing it. What the scanner accepts is valid JSON that can be
 * stored and parsed as it is. It rejects everything that needs a closer look, also if it is valid: such a body is parsed as usual.
 */
const MAX_DEPTH = 100
const MAX_NUMBER_LENGTH = 30
const QUOTE = 0x22
const BACKSLASH = 0x5c
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
const LITERALS = new Set(['true', 'false', 'null'])
/** secure-json-parse rejects some objects with these keys. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor'])
const MAX_CHECKED_KEY = 16
const ESCAPES = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)))

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'
type Token = 'none' | 'string' | 'key' | 'scalar'

export class JsonScanner {
  #expected: Expected = 'value'
  #token: Token = 'none'
  #tokenStart = 0
  #position = 0
  #hasEscape = false
  /** The characters after a backslash that belong to the escape: 1, or 4 after \u. */
  #escapeLeft = 0
  #unicode = ''
  /** The containers around the position: true for an object. */
  readonly #containers: boolean[] = []
  #isFieldNext = false
  #fieldStart: number | undefined
  #fieldEnd: number | undefined
  #isRejected = false

  /** `field` is a key of the outermost object. */
  constructor(
    private readonly bytes: Buffer,
    private readonly field: string,
  ) {}

  /** Scans the bytes up to `end`. Returns false if the body must be parsed as usual. */
  scan(end: number): boolean {
    while (this.#position < end && !this.#isRejected) {
      if (this.#token === 'none') this.#scanStructure(this.bytes[this.#position] as number)
      else if (this.#token === 'scalar') this.#scanScalar(this.bytes[this.#position] as number)
      else this.#scanString(end)
    }
    return !this.#isRejected
  }

  /** Returns the range of the field, or undefined if the text is incomplete or the field is no object. */
  finish(): { start: number; end: number } | undefined {
    if (this.#isRejected || this.#expected !== 'nothing') return undefined
    if (this.#fieldStart === undefined || this.#fieldEnd === undefined) return undefined
    return this.bytes[this.#fieldStart] === 0x7b
      ? { start: this.#fieldStart, end: this.#fieldEnd }
      : undefined
  }

  #scanStructure(byte: number): void {
    this.#position++
    switch (byte) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        return
      case QUOTE:
        this.#startString()
        return
      case 0x7b:
        this.#open(true)
        return
      case 0x5b:
        this.#open(false)
        return
      case 0x7d:
        this.#close(true)
        return
      case 0x5d:
        this.#close(false)
        return
      case 0x3a:
        this.#require(this.#expected === 'colon')
        this.#expected = 'value'
        return
      case 0x2c:
        this.#require(this.#expected === 'comma or end')
        this.#expected = this.#containers.at(-1) === true ? 'key' : 'value'
        return
      default:
        this.#startValue()
        this.#token = 'scalar'
    }
  }

  #startString(): void {
    if (this.#expected === 'key' || this.#expected === 'key or end') {
      this.#token = 'key'
      this.#tokenStart = this.#position
    } else {
      this.#startValue()
      this.#token = 'string'
    }
    this.#hasEscape = false
  }

  /** A value starts at the byte before the position. */
  #startValue(): void {
    this.#require(this.#expected === 'value' || this.#expected === 'value or end')
    this.#tokenStart = this.#position - 1
    if (!this.#isFieldNext) return
    this.#isFieldNext = false
    // Of two fields with the same name, JSON.parse uses the second one.
    this.#require(this.#fieldStart === undefined)
    this.#fieldStart = this.#tokenStart
  }

  #endValue(): void {
    const depth = this.#containers.length
    this.#expected = depth === 0 ? 'nothing' : 'comma or end'
    if (depth === 1 && this.#fieldStart !== undefined) this.#fieldEnd ??= this.#position
  }

  #open(isObject: boolean): void {
    this.#startValue()
    this.#require(this.#containers.push(isObject) <= MAX_DEPTH)
    this.#expected = isObject ? 'key or end' : 'value or end'
  }

  #close(isObject: boolean): void {
    const isEmpty = this.#expected === (isObject ? 'key or end' : 'value or end')
    this.#require((isEmpty || this.#expected === 'comma or end') && this.#containers.pop() === isObject)
    this.#endValue()
  }

  #scanScalar(byte: number): void {
    // Letters, digits, signs and the decimal point continue a number or a literal.
    const isPart =
      (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x45 || byte === 0x2b
    if (isPart || byte === 0x2d || byte === 0x2e) {
      this.#position++
      return
    }
    const length = this.#position - this.#tokenStart
    const text = length > MAX_NUMBER_LENGTH ? '' : this.#read(this.#tokenStart, this.#position)
    this.#require(LITERALS.has(text) || NUMBER.test(text))
    this.#token = 'none'
    this.#endValue()
  }

  #scanString(end: number): void {
    let position = this.#position
    const { bytes } = this
    while (position < end) {
      const byte = bytes[position++] as number
      if (this.#escapeLeft > 0) this.#scanEscape(byte)
      else if (byte === BACKSLASH) {
        this.#hasEscape = true
        this.#escapeLeft = 1
        this.#unicode = ''
      } else if (byte === QUOTE) {
        this.#position = position
        this.#endString()
        return
      } else if (byte < 0x20) this.#isRejected = true
      if (this.#isRejected) return
    }
    this.#position = position
  }

  #scanEscape(byte: number): void {
    if (this.#escapeLeft === 1 && this.#unicode === '') {
      this.#escapeLeft = 0
      if (byte !== 0x75) this.#require(ESCAPES.has(byte))
      else {
        this.#escapeLeft = 5
        this.#unicode = 'u'
      }
      if (this.#unicode === '') return
    } else this.#unicode += String.fromCharCode(byte)
    if (--this.#escapeLeft > 0) return
    // U+0000 and unpaired surrogates cannot be stored; pairs are left to the parser too.
    this.#require(/^u[0-9a-fA-F]{4}$/.test(this.#unicode) && !/^u(?:0000|[dD])/.test(this.#unicode))
  }

  #endString(): void {
    const isKey = this.#token === 'key'
    this.#token = 'none'
    if (!isKey) {
      this.#endValue()
      return
    }
    this.#expected = 'colon'
    const end = this.#position - 1
    if (this.#hasEscape) this.#isRejected = true
    if (end - this.#tokenStart > MAX_CHECKED_KEY) return
    const key = this.#read(this.#tokenStart, end)
    if (UNSAFE_KEYS.has(key)) this.#isRejected = true
    this.#isFieldNext = this.#containers.length === 1 && key === this.field
  }

  #read(start: number, end: number): string {
    return this.bytes.toString('latin1', start, end)
  }

  #require(isValid: boolean): void {
    if (!isValid) this.#isRejected = true
  }
}
