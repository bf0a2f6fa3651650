import assert from 'node:assert/strict';
import { nounOf } from './words.ts';

describe('nouns of tables', () => {
  it('are one of what a plural names', () => {
    const plurals = ['classes', 'addresses', 'statuses', 'courses', 'prizes', 'caches', 'movies', 'matches'];
    assert.deepEqual(
      [...plurals, 'people', 'schoolChildren', 'shelves', 'quizzes', 'buses', 'news'].map(
        (name) => nounOf(name).one,
      ),
      [
        ...['class', 'address', 'status', 'course', 'prize', 'cache', 'movie', 'match'],
        ...['person', 'school child', 'shelf', 'quiz', 'bus', 'news entity'],
      ],
    );
  });
});
