package com.northpier.sim;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/** DES (discrete event simulation) of the terminal's card desk. */
public class DesRegistry {
    record Event(double at, Runnable action) {}

    private final PriorityQueue<Event> agenda = new PriorityQueue<>(Comparator.comparingDouble(Event::at));
    private final Deque<Integer> waiting = new ArrayDeque<>();
    private double clock;
    private int served;

    public void schedule(double delay, Runnable action) {
        agenda.add(new Event(clock + delay, action));
    }

    public int run(double until) {
        while (!agenda.isEmpty() && agenda.peek().at() <= until) {
            Event next = agenda.poll();
            clock = next.at();
            next.action().run();
        }
        return served;
    }

    public void arrive(int passenger) {
        waiting.addLast(passenger);
        if (waiting.size() == 1) {
            schedule(2.5, this::serve);
        }
    }

    private void serve() {
        waiting.pollFirst();
        served++;
        if (!waiting.isEmpty()) {
            schedule(2.5, this::serve);
        }
    }
}
