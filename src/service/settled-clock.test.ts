// A clock for deletions: ordinary time passes through, a jump forward waits until it has proved itself.
import { expect, test } from 'vitest';
import { createSettledClock } from './settled-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

function adjustable() {
  let monotonic = 5000;
  let offset = 1_800_000_000_000;
  const settled = createSettledClock({ now: () => monotonic + offset, monotonic: () => monotonic });
  return {
    settled,
    wall: () => monotonic + offset,
    pass: (ms: number) => {
      monotonic += ms;
    },
    jump: (ms: number) => {
      offset += ms;
    },
  };
}

test('time that passes is believed, however long nobody looked', () => {
  const clock = adjustable();
  for (const ms of [0, 1000, minute, 30 * hour]) {
    clock.pass(ms);
    expect(clock.settled()).toBe(clock.wall());
  }
});

test.each([hour, 25 * hour])('a jump of %d ms forward that is taken back changes nothing', (size) => {
  const clock = adjustable();
  const before = clock.settled();
  clock.jump(size);
  for (let looks = 1; looks <= 4; looks += 1) {
    clock.pass(minute);
    expect(clock.settled()).toBe(before + looks * minute);
  }
  clock.jump(-size);
  clock.pass(minute);
  expect(clock.settled()).toBe(before + 5 * minute);
  expect(clock.settled()).toBe(clock.wall());
});

test('a jump forward that stands is believed within ten minutes', () => {
  const clock = adjustable();
  clock.settled();
  clock.jump(25 * hour);
  for (let looks = 0; looks < 6; looks += 1) {
    clock.pass(minute);
    clock.settled();
  }
  expect(clock.settled()).toBe(clock.wall());
});

test('a clock that jumps again starts to prove itself anew', () => {
  const clock = adjustable();
  const before = clock.settled();
  for (let looks = 1; looks <= 20; looks += 1) {
    clock.jump(hour);
    clock.pass(4 * minute);
    expect(clock.settled()).toBe(before + looks * 4 * minute);
  }
});

test('a jump back is believed at once', () => {
  const clock = adjustable();
  clock.settled();
  clock.jump(-hour);
  expect(clock.settled()).toBe(clock.wall());
  clock.pass(minute);
  expect(clock.settled()).toBe(clock.wall());
});

test('small corrections pass', () => {
  const clock = adjustable();
  clock.settled();
  clock.jump(5000);
  expect(clock.settled()).toBe(clock.wall());
});

test('what is given instead of a doubted clock is whole, as every instant is', () => {
  let monotonic = 1000.25;
  let wall = 1_800_000_000_000;
  const settled = createSettledClock({ now: () => wall, monotonic: () => monotonic });
  monotonic += 10.5;
  wall += hour;
  expect(settled()).toBe(1_800_000_000_010);
});
