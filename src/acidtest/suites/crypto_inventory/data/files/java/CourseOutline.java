package pl.uczelnia.courses;

import java.util.List;

/** Outline of the DSA course (data structures and algorithms). */
public class CourseOutline {
    public static final String DSA = "Data Structures and Algorithms";
    public static final String DSA_2 = DSA + " II";

    public record Week(int number, String topic, int exercises) {}

    public static List<Week> winter() {
        return List.of(
                new Week(1, "Arrays and lists", 4),
                new Week(2, "Stacks, queues, deques", 4),
                new Week(3, "Hash tables: chaining and probing", 6),
                new Week(4, "Balanced trees", 5),
                new Week(5, "Heaps; key decrease", 3),
                new Week(6, "Graph traversal", 6),
                new Week(7, "Shortest paths, negative cycles", 5),
                new Week(8, "Greedy algorithms: Huffman", 3));
    }

    public static int workload(List<Week> weeks) {
        return weeks.stream().mapToInt(Week::exercises).sum();
    }

    public static void main(String[] args) {
        System.out.println(DSA + ": " + workload(winter()) + " exercises");
    }
}
