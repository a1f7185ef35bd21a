import { Type, type Static } from 'typebox'
import { Page, pageQuery, Text, Timestamp, Uuid } from './common.js'

const name = Text({ minLength: 1, maxLength: 100, description: 'The name of the view.' })
const screen = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  description: 'The screen of the console that the view belongs to.',
  examples: ['runs'],
})
const query = Text({
  maxLength: 4_000,
  description: 'The query string of the screen, without the question mark.',
})
const shared = Type.Boolean({
  description: 'True: all users of the tenant see the view. False: only the API key or user that created it.',
})

export const ViewCreate = Type.Object(
  { name, screen, query, shared: Type.Optional(Type.Boolean({ ...shared, default: false })) },
  {
    title: 'ViewCreate',
    additionalProperties: false,
    examples: [{ name: 'Failed today', screen: 'runs', query: 'status=failed&range=24h', shared: true }],
  },
)
export type ViewCreate = Static<typeof ViewCreate>

export const ViewUpdate = Type.Object(
  { name: Type.Optional(name), query: Type.Optional(query), shared: Type.Optional(shared) },
  { title: 'ViewUpdate', additionalProperties: false, examples: [{ shared: true }] },
)
export type ViewUpdate = Static<typeof ViewUpdate>

export const View = Type.Object(
  {
    id: Uuid,
    view_id: Uuid,
    name,
    screen,
    query,
    shared,
    created_by: Type.String({ description: 'The API key or user that created the view.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'View', description: 'A saved view of a screen of the console.' },
)
export type View = Static<typeof View>

export const ViewPage = Page(View, 'ViewPage')
export const ViewQuery = Type.Object(
  { ...pageQuery, screen: Type.Optional(screen) },
  { additionalProperties: false },
)
export const ViewDeleted = Type.Object(
  { deleted: Type.Literal(true), view_id: Uuid },
  { title: 'ViewDeleted' },
)
