import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who has which number. These people are made up: put your customer database in their place. */
final class Subscribers {
    /** @param network the carrier whose network the number is in (telcoCd). @param mvno whether another brand sold it. */
    record Subscriber(
            String name, String phoneNo, String network, boolean mvno, boolean hasApp, String gender, String birthdate) {

        /** In the formats of the specification, section 2.1. What is not known is left out. */
        Map<String, Object> identity() {
            return Map.of(
                    "ci", ci(),
                    "phoneNo", phoneNo,
                    "name", name,
                    "gender", gender,
                    "birthday", birthdate.substring(2),
                    "birthdate", birthdate,
                    "foreign", "L",
                    "telcoCd", network);
        }

        /** 88 characters of Base64, the same for all numbers of a person. The real one comes from a credit bureau. */
        private String ci() {
            try {
                byte[] person = (name + birthdate).getBytes(StandardCharsets.UTF_8);
                return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-512").digest(person));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static final List<Subscriber> all = List.of(
            new Subscriber("한자바", "01070000001", "S", false, true, "F", "900101"),
            new Subscriber("서알뜰", "01070000002", "S", true, true, "M", "850505"),
            new Subscriber("노어플", "01070000003", "S", false, false, "F", "700310"),
            new Subscriber("고케이", "01070000004", "K", false, true, "M", "990909"),
            new Subscriber("유엘지", "01070000005", "L", false, true, "F", "011231"));

    private Subscribers() {}

    /** Empty where name, number, network and brand do not belong together, and where there is no such number. */
    static Optional<Subscriber> find(Question question) {
        return all.stream()
                .filter(one -> one.phoneNo().equals(question.phoneNo()))
                .filter(one -> one.network().equals(question.telcoCd()) && one.mvno() == question.mvno())
                .filter(one -> one.name().equals(question.name().strip()))
                .findFirst();
    }
}
