import assert from 'node:assert/strict';
import { declaredOf, readConfig } from '../../../core/config/table-config.ts';
import { keyText } from '../layout.ts';
import { strangersIn } from '../planned.ts';
import { tableUseOf } from '../table-model.ts';
import { DEFAULTS } from './assumptions.ts';
import { explore } from './designs.ts';

/** A kind in one line: its entities, its keys, its properties by type. */
interface Entities {
  readonly count: number;
  readonly keys: readonly [partitionKey: string, rowKey: string];
  readonly has: Readonly<Record<string, string>>;
  readonly refersTo?: Readonly<Record<string, string>>;
}

interface Workload {
  readonly kinds: Readonly<Record<string, Entities>>;
  readonly values: Readonly<Record<string, number>>;
  readonly asks: readonly object[];
  readonly writes: readonly object[];
}

/** What the first design keeps: role, keys, and whether one transaction writes it with the entity. */
function keptIn({ kinds, values, asks, writes }: Workload): readonly string[] {
  const planned = {
    kinds: Object.fromEntries(
      Object.entries(kinds).map(
        ([
          name,
          {
            count,
            keys: [partitionKey, rowKey],
            has,
            refersTo = {},
          },
        ]) => [name, { partitionKey, rowKey, properties: has, entities: count, refersTo }],
      ),
    ),
    accessPatterns: asks,
    writes,
    cardinality: values,
  };
  const { tables, problems } = readConfig(JSON.stringify({ tables: { Planned: planned } }));
  assert.deepEqual(problems, []);
  const use = tableUseOf('Planned', [], true, declaredOf(tables, 'Planned')?.planned);
  const [first] = explore(use, DEFAULTS).designs;
  assert(first !== undefined);
  return first.kinds.flatMap(({ structures }) =>
    structures.map(({ role, layout, isAtomic, tableBy }) =>
      [
        `${role} ${keyText(layout.partitionKey)} / ${keyText(layout.rowKey)}`,
        ...(role === 'base' ? [] : [isAtomic ? 'together' : 'apart']),
        ...(tableBy === undefined ? [] : [`a table per day of ${tableBy}`]),
      ].join(', '),
    ),
  );
}

const CHAT: Workload = {
  kinds: {
    message: {
      count: 2e7,
      keys: ['{conversation}', '{id}'],
      has: { id: 'id', conversation: 'id', sender: 'id', sent: 'time' },
    },
  },
  values: { conversation: 1e5, sender: 4e4 },
  asks: [
    { kind: 'message', equal: ['conversation'], order: '-sent', first: 50, perSecond: 200 },
    { kind: 'message', equal: ['conversation'], from: 'sent', order: 'sent', perSecond: 40 },
    { kind: 'message', equal: ['conversation', 'id'], first: 1, perSecond: 5 },
    { kind: 'message', equal: ['sender'], order: '-sent', first: 20, perSecond: 0.5 },
  ],
  writes: [{ kind: 'message', does: 'create', perSecond: 60 }],
};

const ORDERS: Workload = {
  kinds: {
    order: {
      count: 2e6,
      keys: ['order', '{orderId}'],
      has: { orderId: 'id', customer: 'id', placed: 'time' },
    },
    line: {
      count: 6e6,
      keys: ['line', '{orderId}_{position:3}'],
      has: { orderId: 'id', position: 'number', sku: 'text' },
      refersTo: { orderId: 'order' },
    },
  },
  values: { customer: 3e5 },
  asks: [
    { kind: 'order', equal: ['orderId'], first: 1, perSecond: 60 },
    { kind: 'line', equal: ['orderId'], perSecond: 60 },
    { kind: 'order', equal: ['customer'], order: '-placed', first: 10, perSecond: 25 },
  ],
  writes: [
    { kind: 'order', does: 'create', perSecond: 5 },
    { kind: 'line', does: 'create', perSecond: 15 },
  ],
};

/** Readings that are dropped a day at a time. */
const READINGS: Workload = {
  kinds: {
    reading: {
      count: 9e7,
      keys: ['{id}', 'reading'],
      has: { id: 'id', device: 'id', at: 'time', value: 'number' },
    },
  },
  values: { device: 3000 },
  asks: [
    { kind: 'reading', equal: ['device'], order: '-at', first: 20, perSecond: 30 },
    { kind: 'reading', to: 'at', deletes: true, perSecond: 0.001 },
  ],
  writes: [{ kind: 'reading', does: 'create', perSecond: 35 }],
};

const SCORES: Workload = {
  kinds: {
    score: {
      count: 3e6,
      keys: ['{game}', '{player}'],
      has: { game: 'text', player: 'id', points: 'number' },
    },
  },
  values: { game: 30, player: 4e5 },
  asks: [
    { kind: 'score', equal: ['game'], order: '-points', first: 100, perSecond: 50 },
    { kind: 'score', equal: ['game', 'player'], first: 1, perSecond: 30 },
  ],
  writes: [{ kind: 'score', does: 'merge', changes: ['points'], perSecond: 20 }],
};

const DEVICES: Workload = {
  kinds: {
    device: {
      count: 5000,
      keys: ['{tenant}', '{serial}'],
      has: { tenant: 'id', serial: 'id', online: 'boolean' },
    },
  },
  values: { tenant: 200 },
  asks: [
    { kind: 'device', equal: ['tenant'], perSecond: 20 },
    { kind: 'device', equal: ['serial'], first: 1, perSecond: 1000 },
  ],
  writes: [{ kind: 'device', does: 'merge', changes: ['online'], perSecond: 800 }],
};

const AUDIT: Workload = {
  kinds: {
    entry: {
      count: 5e7,
      keys: ['audit', '{at:iso}_{id}'],
      has: { id: 'id', at: 'time', tenant: 'id', actor: 'id', object: 'id' },
    },
  },
  values: { tenant: 300, actor: 20_000, object: 3e6 },
  asks: [
    { kind: 'entry', equal: ['tenant'], range: 'at', order: '-at', first: 100, perSecond: 2 },
    { kind: 'entry', equal: ['tenant', 'actor'], range: 'at', order: '-at', first: 100, perSecond: 1 },
    { kind: 'entry', equal: ['tenant', 'object'], order: '-at', first: 100, perSecond: 1 },
  ],
  writes: [{ kind: 'entry', does: 'create', perSecond: 400 }],
};

/** Threads of which each member's last look is written often, and listed the latest first. */
const MEMBERS: Workload = {
  kinds: {
    member: {
      count: 1e6,
      keys: ['{thread}', '{user}'],
      has: { thread: 'id', user: 'id', unread: 'number', seen: 'time' },
    },
  },
  values: { thread: 2e5, user: 1e5 },
  asks: [
    { kind: 'member', equal: ['user'], order: '-seen', first: 30, perSecond: 100 },
    { kind: 'member', equal: ['thread'], perSecond: 20 },
  ],
  writes: [{ kind: 'member', does: 'merge', changes: ['unread', 'seen'], perSecond: 40 }],
};

/** Transfers that are found by their id, and by a state that each passes through. */
const TRANSFERS: Workload = {
  kinds: {
    transfer: {
      count: 1e8,
      keys: ['transfer_{id}', 'transfer'],
      has: { id: 'id', state: 'text', created: 'time' },
    },
    account: { count: 1e6, keys: ['account_{number}', 'account'], has: { number: 'id' } },
  },
  values: { state: 5 },
  asks: [
    { kind: 'transfer', equal: ['id'], first: 1, perSecond: 10 },
    { kind: 'transfer', equal: ['state'], to: 'created', order: 'created', first: 100, perSecond: 1 },
    { kind: 'account', equal: ['number'], first: 1, perSecond: 50 },
  ],
  writes: [
    { kind: 'transfer', does: 'create', perSecond: 100 },
    { kind: 'transfer', does: 'merge', changes: ['state'], perSecond: 200 },
  ],
};

/** Repositories and their issues in the partition of who owns them. */
const ISSUES: Workload = {
  kinds: {
    repo: { count: 1e6, keys: ['{owner}', 'repo_{name}'], has: { owner: 'text', name: 'text' } },
    issue: {
      count: 1e8,
      keys: ['{owner}', 'issue_{id}'],
      has: { owner: 'text', id: 'id', repo: 'text', opened: 'time' },
    },
  },
  values: { owner: 1e4, repo: 4e5 },
  asks: [
    { kind: 'repo', equal: ['owner', 'name'], first: 1, perSecond: 100 },
    { kind: 'issue', equal: ['owner', 'id'], first: 1, perSecond: 100 },
    { kind: 'issue', equal: ['owner', 'repo'], order: '-opened', first: 20, perSecond: 100 },
  ],
  writes: [{ kind: 'issue', does: 'create', perSecond: 1 }],
};

/** Tickets, most of whose questions can be served in many ways, and one in a single one. */
const TICKETS: Workload = {
  kinds: {
    ticket: {
      count: 5e6,
      keys: ['ticket_{id}', 'ticket'],
      has: {
        ...{ id: 'id', tenant: 'id', agent: 'id', asker: 'id', status: 'text', team: 'text' },
        ...{ level: 'number', opened: 'time' },
      },
    },
    brand: { count: 500, keys: ['brand_{name}', 'brand'], has: { name: 'text', likes: 'number' } },
    loan: {
      count: 3e6,
      keys: ['loan_{id}', 'loan'],
      has: { id: 'id', member: 'id', due: 'time', returned: 'boolean' },
    },
  },
  values: { tenant: 500, agent: 1e4, asker: 5e5, status: 5, team: 20, member: 5e4 },
  asks: [
    { kind: 'ticket', equal: ['tenant', 'status', 'team'], order: '-opened', first: 50, perSecond: 90 },
    { kind: 'ticket', equal: ['tenant', 'agent', 'status', 'team'], order: '-level', perSecond: 90 },
    { kind: 'ticket', equal: ['asker'], order: '-opened', first: 20, perSecond: 5 },
    { kind: 'ticket', equal: ['id'], first: 1, perSecond: 90 },
    { kind: 'brand', perSecond: 20 },
    { kind: 'loan', equal: ['returned'], to: 'due', order: 'due', first: 50, perSecond: 1 },
    { kind: 'loan', equal: ['id'], first: 1, perSecond: 20 },
  ],
  writes: [
    { kind: 'ticket', does: 'create', perSecond: 1 },
    { kind: 'brand', does: 'merge', changes: ['likes'], perSecond: 5 },
    { kind: 'loan', does: 'create', perSecond: 0.1 },
  ],
};

describe('the first design for a workload that is planned', () => {
  const known: readonly (readonly [what: string, workload: Workload, kept: readonly string[]])[] = [
    [
      'a chat: the newest messages beside those by id, in one order alone; by sender elsewhere',
      CHAT,
      [
        'base {conversation} / message_{id}',
        'copy {conversation} / sent_{sent:inverted ticks:19}_{id}, together',
        'copy {sender} / {sent:inverted ticks:19}_{conversation}_{id}, apart',
      ],
    ],
    [
      'a shop: an order and its lines in one partition, and the orders of a customer',
      ORDERS,
      [
        'base {orderId} / order',
        'copy {customer} / {placed:inverted ticks:19}_{orderId}, apart',
        'base {orderId} / line_{position:3}',
      ],
    ],
    [
      'a leaderboard: the largest numbers first',
      SCORES,
      ['base {game} / score_{player}', 'copy {game} / points_{points:inverted:10}_{player}, together'],
    ],
    [
      'devices that change often: by serial, and an index of what they were by',
      DEVICES,
      ['base {serial} / {tenant}', 'index {tenant} / {serial}, apart'],
    ],
    [
      'an audit log: each search under a word of its own in the partition of the tenant',
      AUDIT,
      [
        'base {tenant} / {at:inverted ticks:19}_{id}',
        'copy {tenant} / actor_{actor}_{at:inverted ticks:19}_{id}, together',
        'copy {tenant} / object_{object}_{at:inverted ticks:19}_{id}, together',
      ],
    ],
    [
      'members of threads: those of a user under no time that each look would change',
      MEMBERS,
      ['base {thread} / {user}', 'copy {user} / {thread}, apart'],
    ],
    [
      'transfers: under their id, as each change of a key that an index leads to changes the index',
      TRANSFERS,
      [
        'base transfer_{id} / transfer',
        'copy {state} / {created:iso}_{id}, apart',
        'base account_{number} / account',
      ],
    ],
    [
      'issues beside their repositories: those of one under a word that no repository begins with',
      ISSUES,
      [
        'base {owner} / repo_{name}',
        'base {owner} / issue_{id}',
        'copy {owner} / repoopened_{repo}_{opened:inverted ticks:19}_{id}, together',
      ],
    ],
    [
      'tickets: each question is served, however many ways others have; all brands in one partition, loans by a flag in order',
      TICKETS,
      [
        'base ticket_{id} / ticket',
        'copy {tenant} / {status}_{team}_{opened:inverted ticks:19}_{id}, apart',
        'copy {tenant} / {agent}_{status}_{team}_{level:inverted:10}_{id}, apart',
        'copy {asker} / {opened:inverted ticks:19}_{id}, apart',
        'base brand / {name}',
        'base loan_{id} / loan',
        'copy loan / {returned}_{due:iso}_{id}, apart',
      ],
    ],
    [
      'messages by user: those that are unread beside them, in partitions that are called after their kind',
      {
        kinds: {
          message: {
            count: 5e7,
            keys: ['message_{id}', 'message'],
            has: { id: 'id', user: 'id', sent: 'time', unread: 'boolean' },
          },
          user: { count: 1e5, keys: ['user_{name}', 'user'], has: { name: 'text' } },
        },
        values: { user: 1e5 },
        asks: [
          { kind: 'message', equal: ['user'], order: '-sent', first: 25, perSecond: 50 },
          { kind: 'message', equal: ['user', 'unread'], order: '-sent', first: 25, perSecond: 500 },
          { kind: 'user', equal: ['name'], first: 1, perSecond: 50 },
        ],
        writes: [{ kind: 'message', does: 'create', perSecond: 20 }],
      },
      [
        'base message_{user} / {sent:inverted ticks:19}_{id}',
        'copy message_{user} / unread_{unread}_{sent:inverted ticks:19}_{id}, together',
        'base user_{name} / user',
      ],
    ],
    [
      'readings that are dropped a day at a time: the newest of a device first, in a table for each day',
      READINGS,
      ['base {device} / {at:inverted ticks:19}_{id}, a table per day of at'],
    ],
    [
      'posts of all authors: the newest in a partition of their own',
      {
        kinds: {
          post: { count: 1e7, keys: ['{author}', '{id}'], has: { author: 'id', id: 'id', posted: 'time' } },
        },
        values: { author: 2e5 },
        asks: [{ kind: 'post', order: '-posted', first: 50, perSecond: 10 }],
        writes: [{ kind: 'post', does: 'create', perSecond: 10 }],
      },
      ['base post / {posted:inverted ticks:19}_{author}_{id}'],
    ],
    [
      'bookings that overlap a stay: both ends count',
      {
        kinds: {
          booking: {
            count: 1e5,
            keys: ['{hotel}', '{id}'],
            has: { hotel: 'id', id: 'id', arrives: 'time', leaves: 'time' },
          },
        },
        values: { hotel: 100 },
        asks: [{ kind: 'booking', equal: ['hotel'], from: 'leaves', to: 'arrives', perSecond: 5 }],
        writes: [{ kind: 'booking', does: 'create', perSecond: 1 }],
      },
      ['base {hotel} / {leaves:iso}_{id}'],
    ],
    [
      'flats by the city of their house: houses stay under the id by which a new flat reads its own',
      {
        kinds: {
          house: { count: 2000, keys: ['house_{id}', 'house'], has: { id: 'id', city: 'text' } },
          flat: {
            count: 1e5,
            keys: ['flat_{id}', 'flat'],
            has: { id: 'id', house: 'id', rent: 'number' },
            refersTo: { house: 'house' },
          },
        },
        values: { city: 100 },
        asks: [
          { kind: 'house', equal: ['city'], perSecond: 10 },
          { kind: 'flat', equal: ['house.city'], to: 'rent', perSecond: 20 },
        ],
        writes: [{ kind: 'flat', does: 'create', perSecond: 1 }],
      },
      ['base house_{id} / house', 'copy {city} / {id}, apart', 'base flat_{house.city} / {rent:10}_{id}'],
    ],
    [
      'parcels that pass through states: themselves in a partition that stays, those of a state as copies',
      {
        kinds: {
          parcel: {
            count: 5e6,
            keys: ['parcel', '{id}'],
            has: { id: 'id', sender: 'id', state: 'text', depot: 'text', sent: 'time' },
          },
        },
        values: { sender: 8e5, state: 6, depot: 12 },
        asks: [
          { kind: 'parcel', equal: ['id'], first: 1, perSecond: 40 },
          { kind: 'parcel', equal: ['sender'], order: '-sent', first: 10, perSecond: 15 },
          { kind: 'parcel', equal: ['depot', 'state'], order: 'sent', first: 50, perSecond: 8 },
          { kind: 'parcel', equal: ['state'], to: 'sent', order: 'sent', first: 100, perSecond: 0.2 },
        ],
        writes: [
          { kind: 'parcel', does: 'create', perSecond: 5 },
          { kind: 'parcel', does: 'merge', changes: ['state'], perSecond: 20 },
        ],
      },
      [
        'base {depot} / {sent:iso}_{id}',
        'copy {id} / parcel, apart',
        'copy {sender} / {sent:inverted ticks:19}_{id}, apart',
        'copy {depot} / state_{state}_{sent:iso}_{id}, together',
        'copy {state} / {sent:iso}_{id}, apart',
      ],
    ],
    [
      'a kind beside one whose keys begin with a letter: no word that begins with it',
      {
        kinds: {
          tool: { count: 1e5, keys: ['{site}', 't{tool}'], has: { site: 'id', tool: 'id' } },
          repair: {
            count: 1e7,
            keys: ['{site}', 'repair_{id}'],
            has: { site: 'id', id: 'id', trade: 'text' },
          },
        },
        values: { site: 1000, trade: 500 },
        asks: [
          { kind: 'repair', equal: ['site', 'id'], first: 1, perSecond: 50 },
          { kind: 'repair', equal: ['site', 'trade'], perSecond: 50 },
        ],
        writes: [{ kind: 'repair', does: 'create', perSecond: 1 }],
      },
      ['base {site} / t{tool}', 'base {site} / repair_{id}', 'copy {site} / bytrade_{trade}_{id}, together'],
    ],
    [
      'flats by the region of the city of their house: both are read for a new flat, and it has the region from then on',
      {
        kinds: {
          city: { count: 200, keys: ['city_{id}', 'city'], has: { id: 'id', region: 'text' } },
          house: {
            ...{ count: 2000, keys: ['house_{id}', 'house'], has: { id: 'id', city: 'id' } },
            refersTo: { city: 'city' },
          },
          flat: {
            ...{ count: 1e5, keys: ['flat_{id}', 'flat'], has: { id: 'id', house: 'id', rent: 'number' } },
            refersTo: { house: 'house' },
          },
        },
        values: { region: 20 },
        asks: [{ kind: 'flat', equal: ['house.city.region'], to: 'rent', perSecond: 20 }],
        writes: [{ kind: 'flat', does: 'create', perSecond: 1 }],
      },
      ['base city_{id} / city', 'base house_{id} / house', 'base flat_{house.city.region} / {rent:10}_{id}'],
    ],
    [
      'two kinds in one partition: each under its own word, as who reads the one would get both',
      {
        kinds: {
          note: { count: 1e5, keys: ['{tenant}', '{id}'], has: { tenant: 'id', id: 'id' } },
          offer: { count: 1e6, keys: ['{tenant}', '{sku}'], has: { tenant: 'id', sku: 'id' } },
        },
        values: { tenant: 1000 },
        asks: [
          { kind: 'note', equal: ['tenant'], perSecond: 50 },
          { kind: 'offer', equal: ['tenant', 'sku'], first: 1, perSecond: 50 },
        ],
        writes: [
          { kind: 'note', does: 'create', perSecond: 1 },
          { kind: 'offer', does: 'create', perSecond: 1 },
        ],
      },
      ['base {tenant} / note_{id}', 'base {tenant} / {sku}'],
    ],
    [
      'contacts that are found in many ways: a copy for each of them',
      {
        kinds: {
          contact: {
            count: 2e6,
            keys: ['{id}', 'contact'],
            has: {
              ...{ id: 'id', email: 'text', phone: 'text', badge: 'text', firm: 'id', owner: 'id' },
              ...{ list: 'id', added: 'time' },
            },
          },
        },
        values: { email: 2e6, phone: 2e6, badge: 2e6, firm: 1e5, owner: 500, list: 3000 },
        asks: [
          { kind: 'contact', equal: ['id'], first: 1, perSecond: 100 },
          ...['email', 'phone', 'badge'].map((name) => ({
            ...{ kind: 'contact', equal: [name], first: 1, perSecond: 30 },
          })),
          { kind: 'contact', equal: ['firm'], perSecond: 10 },
          { kind: 'contact', equal: ['owner'], order: '-added', first: 50, perSecond: 5 },
          { kind: 'contact', equal: ['list'], perSecond: 1 },
        ],
        writes: [{ kind: 'contact', does: 'create', perSecond: 1 }],
      },
      [
        'base {id} / contact',
        'copy {email} / {id}, apart',
        'copy {phone} / {id}, apart',
        'copy {badge} / {id}, apart',
        'copy {firm} / {id}, apart',
        'copy {owner} / {added:inverted ticks:19}_{id}, apart',
        'copy {list} / {id}, apart',
      ],
    ],
    [
      'a read that is asked seldom: its copy too, where all costs less with it',
      {
        kinds: {
          visit: {
            count: 6e6,
            keys: ['{id}', 'visit'],
            has: {
              ...{ id: 'id', place: 'id', room: 'number', guest: 'id', begins: 'time', ends: 'time' },
              ...{ state: 'text' },
            },
          },
        },
        values: { place: 3000, room: 80, guest: 9e5 },
        asks: [
          { kind: 'visit', equal: ['id'], first: 1, perSecond: 8 },
          { kind: 'visit', equal: ['place'], from: 'ends', to: 'begins', perSecond: 25 },
          { kind: 'visit', equal: ['place', 'room'], order: 'begins', perSecond: 2 },
          { kind: 'visit', equal: ['guest'], order: '-begins', first: 20, perSecond: 6 },
        ],
        writes: [
          { kind: 'visit', does: 'create', perSecond: 3 },
          { kind: 'visit', does: 'merge', changes: ['state'], perSecond: 3 },
        ],
      },
      [
        'base {place} / {ends:iso}_{id}',
        'copy {id} / visit, apart',
        'copy {place} / room_{room:10}_{begins:iso}_{id}, together',
        'copy {guest} / {begins:inverted ticks:19}_{id}, apart',
      ],
    ],
  ];
  for (const [what, workload, kept] of known)
    it(`is right for ${what}`, () => {
      assert.deepEqual(keptIn(workload), kept);
    });

  it('has no tables by day of a time that changes, nor of what is no time: what they have would be dropped with them', () => {
    const [read, dropped] = READINGS.asks;
    for (const [attribute, writes] of [
      ['at', [...READINGS.writes, { kind: 'reading', does: 'merge', changes: ['at'], perSecond: 1 }]],
      ['value', READINGS.writes],
    ] as const) {
      const asks = [read ?? {}, { ...dropped, to: attribute, perSecond: 3 }];
      const kept = keptIn({ ...READINGS, asks, writes });
      assert.ok(!kept.some((line) => line.includes('a table per day')), kept.join('\n'));
    }
    assert.ok(keptIn(READINGS).some((line) => line.includes('a table per day')));
  });

  it('puts no more new entities into one partition than that takes', () => {
    const posts = (perSecond: number): Workload => ({
      kinds: {
        post: { count: 1e9, keys: ['{author}', '{id}'], has: { author: 'id', id: 'id', posted: 'time' } },
      },
      values: { author: 2e6 },
      asks: [{ kind: 'post', order: '-posted', first: 50, perSecond: 10 }],
      writes: [{ kind: 'post', does: 'create', perSecond }],
    });
    assert.deepEqual(keptIn(posts(1900)), ['base post / {posted:inverted ticks:19}_{author}_{id}']);
    assert.deepEqual(keptIn(posts(2100)), ['base {author} / {id}']);
  });

  it('is found in no time where many questions are alike, of which no set of copies is better than others', () => {
    const names = Array.from({ length: 40 }, (_, index) => `label${index}`);
    const alike: Workload = {
      kinds: {
        thing: {
          count: 1e7,
          keys: ['{owner}', 'thing_{id}'],
          has: { owner: 'id', id: 'id', ...Object.fromEntries(names.map((name) => [name, 'text'])) },
        },
      },
      values: {},
      asks: names.map((name) => ({ kind: 'thing', equal: ['owner', name] })),
      writes: [{ kind: 'thing', does: 'create' }],
    };
    const { user, system } = process.cpuUsage();
    assert.equal(keptIn(alike).length, 9);
    const spent = process.cpuUsage({ user, system });
    assert.ok(spent.user + spent.system < 3e6);
  });

  it('counts each entity that is read on the way to one of another kind', () => {
    const planned = {
      kinds: {
        city: {
          partitionKey: 'city',
          rowKey: '{id}',
          properties: { id: 'id', region: 'text' },
          entities: 200,
        },
        house: {
          ...{ partitionKey: 'house', rowKey: '{id}', properties: { id: 'id', city: 'id' }, entities: 2000 },
          refersTo: { city: 'city' },
        },
        flat: {
          ...{ partitionKey: '{house}', rowKey: '{id}', properties: { id: 'id', house: 'id' } },
          ...{ entities: 20_000, refersTo: { house: 'house' } },
        },
      },
      accessPatterns: [
        { kind: 'flat', equal: ['house', 'id'], first: 1, reads: ['house.city.region'], perSecond: 50 },
      ],
      writes: [
        { kind: 'flat', does: 'create' },
        { kind: 'house', does: 'merge', changes: ['city'] },
      ],
    };
    const { tables } = readConfig(JSON.stringify({ tables: { Planned: planned } }));
    const use = tableUseOf('Planned', [], true, declaredOf(tables, 'Planned')?.planned);
    assert.deepEqual(strangersIn(use), []);
    const { designs } = explore(use, DEFAULTS);
    const asIs = designs.find(({ isAsItIs }) => isAsItIs);
    assert.deepEqual(asIs?.patterns[0]?.reading.after, { requests: 3, entities: 3 });
    const carrying = designs.find(({ kinds }) =>
      kinds.some(({ structures: [base] }) => base?.carries?.includes('house.city.region')),
    );
    assert.deepEqual(carrying?.patterns[0]?.reading.after, { requests: 1, entities: 1 });
    // a new flat reads its house and the city of it; a house that goes to another city is found in its ten flats, in one transaction
    assert.deepEqual(
      carrying.writes
        .slice(0, 2)
        .map(({ after: { requests, entities } }) => [Math.round(requests), entities]),
      [
        [3, 1],
        [3, 11],
      ],
    );
  });

  it('is that of today where nothing is ever asked or written', () => {
    const never = (all: readonly object[]): readonly object[] => all.map((one) => ({ ...one, perSecond: 0 }));
    assert.deepEqual(keptIn({ ...AUDIT, asks: never(AUDIT.asks), writes: never(AUDIT.writes) }), [
      'base audit / {at:iso}_{id}',
    ]);
  });

  it('has fewer copies where much more is written than read', () => {
    const often = CHAT.writes.map((one) => ({ ...one, perSecond: 1e9 }));
    assert.equal(keptIn({ ...CHAT, writes: often }).length, 1);
  });

  it('never puts what could be taken for each other into one partition', () => {
    for (const [, workload] of known) {
      const together = keptIn(workload).filter((line) => line.endsWith(', together'));
      const words = together.map((line) => line.split(' / ')[1]?.split('{')[0]);
      assert.equal(new Set(words).size, together.length);
      assert.ok(words.every((word) => word !== undefined && word !== ''));
    }
  });
});
